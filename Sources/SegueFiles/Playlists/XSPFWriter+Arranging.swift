/// Rearranging the tracks of a document. Each track is copied as bytes, with everything that other programs have added
/// to it.
extension XSPFWriter {
    /// Returns the document with its tracks rearranged. The function `order` receives the number of tracks. It returns
    /// the indexes of the tracks to keep, from 0, in their new order. If `order` returns nil, or an index beyond the
    /// end, the result is `noSuchTrack`.
    public static func arranging(_ document: [UInt8], _ order: (_ count: Int) -> [Int]?) -> Arrangement {
        guard let tracks = tracks(of: document) else { return .notAList }
        guard let order = order(tracks.count), order.allSatisfy(tracks.indices.contains) else { return .noSuchTrack }
        guard let first = tracks.first, let last = tracks.last else { return .arranged(document) }
        let list = order.map { document[tracks[$0]] }.joined(separator: [UInt8(ascii: "\n")])
        return .arranged(Array(document[..<first.lowerBound]) + list + document[last.upperBound...])
    }

    /// The outcome of arranging the tracks of a document.
    public enum Arrangement: Sendable, Equatable {
        case arranged([UInt8])
        /// The document has no list of tracks.
        case notAList
        /// The list has no track at one of the indexes.
        case noSuchTrack
    }

    /// Returns the range of each track; nil if the parser finds other tracks, for example because of comments.
    private static func tracks(of document: [UInt8]) -> [Range<Int>]? {
        let ends = document.places(of: Array("</track>".utf8))
        let starts = document.places(of: Array("<track".utf8)).filter { start in
            // `<trackList>` and `<trackNum>` begin alike.
            let next = start + "<track".utf8.count
            return next < document.count && [UInt8(ascii: ">"), UInt8(ascii: " ")].contains(document[next])
        }
        guard starts.count == ends.count, canAppend(to: document),
            Playlist(document, kind: .xspf).items.count == starts.count
        else { return nil }
        let tracks = zip(starts, ends).map { start, end in (start, end + "</track>".utf8.count) }
        let places = [0] + tracks.flatMap { [$0.0, $0.1] }
        guard zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
        return tracks.map { $0.0..<$0.1 }
    }
}
