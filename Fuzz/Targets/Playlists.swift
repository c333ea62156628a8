import SegueCore
import SegueFiles

enum Playlists {
    static func lines(_ bytes: [UInt8], _ kind: Playlist.Kind) {
        let playlist = Playlist(bytes, kind: kind)
        precondition(playlist.items.count <= bytes.count)
        precondition(playlist.items.allSatisfy { !$0.location.isEmpty })
    }

    static func sheet(_ bytes: [UInt8]) {
        guard let sheet = CueSheet(bytes) else { return }
        precondition(!sheet.tracks.isEmpty && sheet.tracks.count <= bytes.count)
        for track in sheet.tracks {
            guard let excerpt = track.excerpt else { continue }
            precondition(excerpt.end.map { $0 > excerpt.start } ?? true)
            precondition(Excerpt(reference: excerpt.fragment) == excerpt)
        }
    }

    static func document(_ bytes: [UInt8]) {
        let playlist = Playlist(bytes, kind: .xspf)
        precondition(playlist.items.allSatisfy { !$0.location.isEmpty })
        // A document with the same order has the same tracks, and a reversed document has them reversed.
        if case .arranged(let same) = XSPFWriter.arranging(bytes, { Array(0..<$0) }) {
            precondition(Playlist(same, kind: .xspf).items == playlist.items, "the same order")
        }
        if case .arranged(let turned) = XSPFWriter.arranging(bytes, { (0..<$0).reversed() }) {
            precondition(Playlist(turned, kind: .xspf).items == playlist.items.reversed(), "the other order")
        }
        _ = XSPFWriter.titled("A <title> & more", bytes)
        let entry = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///new.flac")
        precondition((XSPFWriter.appending([entry], to: bytes) != nil) == XSPFWriter.canAppend(to: bytes))
    }
}
