import SegueCore
import SegueFiles

/// A result of a search from the desktop.
enum DesktopResult: Hashable {
    case track(uri: String)
    /// An album, by its number in the index.
    case album(Int64)
    case artist(String)

    /// The identifier of the result on the bus, in a form that only this program uses.
    var identity: String {
        switch self {
        case .track(let uri): "track \(uri)"
        case .album(let number): "album \(number)"
        case .artist(let name): "artist \(name)"
        }
    }

    /// Parses an identifier; nil for any other text.
    init?(_ identity: String) {
        guard let space = identity.firstIndex(of: " ") else { return nil }
        let rest = String(identity[identity.index(after: space)...])
        switch identity[..<space] {
        case "track" where FileURI.pathBytes(of: rest) != nil: self = .track(uri: rest)
        case "album": if let number = Int64(rest) { self = .album(number) } else { return nil }
        case "artist" where !rest.isEmpty: self = .artist(rest)
        default: return nil
        }
    }

    /// The query that finds the tracks of the result; nil for a track.
    var query: LibraryQuery? {
        switch self {
        case .track: nil
        case .album(let number):
            LibraryQuery([.init(.figure(.albumid, from: Double(number), below: Double(number) + 1))])
        case .artist(let name): LibraryQuery([.init(.phrase(.artist, name))])
        }
    }
}

/// A result in the form in which the desktop shows it.
struct DesktopResultText: Hashable {
    var result: DesktopResult
    var name: String
    var description: String
    var cover = LibraryPictures.Place.nowhere
}

extension LibrarySearch {
    /// The largest number of results on a desktop.
    static let desktopLimit = 5

    /// Returns the results for words that are typed at the desktop: tracks, then an album and an artist of that name.
    func desktopResults(_ terms: [String], now: Int64) throws -> [DesktopResult] {
        let text = terms.joined(separator: " ")
        // Half a query, such as `year:19`, counts as a word.
        let query = (try? LibraryQuery(text)) ?? LibraryQuery(words: text)
        guard !query.terms.isEmpty else { return [] }
        let albums = try query.limited(to: .album).map { try self.albums($0, now: now, limit: 1) } ?? []
        // The other artists of a matching track were not named in the search.
        let words = TextFold.fold(text).split(separator: UInt8(ascii: " "))
        let found = try query.limited(to: .artist).map { try self.tracks($0, now: now, limit: 20) } ?? []
        let artist = found.lazy.flatMap(\.people).first { artist in
            let name = TextFold.fold(artist)
            return words.allSatisfy { name.firstRange(of: $0) != nil }
        }
        let room = Self.desktopLimit - albums.count - (artist == nil ? 0 : 1)
        return try tracks(query, now: now, limit: room).map { .track(uri: $0.uri) } + albums.map { .album($0.id) }
            + [artist.map { .artist($0) }].compactMap(\.self)
    }

    /// Returns the texts of these results. A result that no longer exists has only its name: a desktop shows no results
    /// at all if one is missing.
    func texts(of results: [DesktopResult], now: Int64) throws -> [DesktopResultText] {
        try results.map { result in
            switch result {
            case .track(let uri):
                guard let track = try track(uri) else {
                    return DesktopResultText(result: result, name: uri, description: "")
                }
                let parts = [track.tags.artists.joined(separator: ", "), track.tags.album ?? ""]
                return DesktopResultText(
                    result: result, name: track.displayTitle,
                    description: parts.filter { !$0.isEmpty }.joined(separator: " – "),
                    cover: LibraryPictures.Place(track))
            case .album:
                guard let album = try result.query.flatMap({ try albums($0, now: now, limit: 1).first }) else {
                    return DesktopResultText(result: result, name: "Album", description: "")
                }
                let parts = [album.artists.joined(separator: ", "), album.year.map { String($0) } ?? ""]
                return DesktopResultText(
                    result: result, name: album.title,
                    description: parts.filter { !$0.isEmpty }.joined(separator: " – "),
                    cover: album.cover.map { .file(FileURI.uri($0)) } ?? .nowhere)
            case .artist(let name): return DesktopResultText(result: result, name: name, description: "")
            }
        }
    }
}

extension LibraryQuery {
    /// Returns the query with its words limited to this field. Nil if a word has another field, or is excluded.
    fileprivate func limited(to field: Field) -> LibraryQuery? {
        var limited = self
        for index in terms.indices where !terms[index].isExcluded {
            switch terms[index].condition {
            case .words(nil, let text): limited.terms[index].condition = .words(field, text)
            case .phrase(nil, let text): limited.terms[index].condition = .phrase(field, text)
            case .words(field, _), .phrase(field, _): break
            case .words, .phrase, .figure: return nil
            }
        }
        return limited
    }
}
