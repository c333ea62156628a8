/// Reads XSPF playlists (https://xspf.org/spec).
struct XSPFReader {
    private var playlist = Playlist()
    private var current: Playlist.Item?
    private var text = ""
    /// Of the element that is open.
    private var depth = 0
    private var trackDepth = 0

    private init() {}

    /// What came before an error in the document counts.
    static func playlist(in document: String) -> Playlist {
        var markup = MarkupReader(document)
        var reader = XSPFReader()
        while let piece = markup.next() {
            switch piece {
            case .start(let name): reader.start(local(name))
            case .text(let text): reader.text += text
            case .end(let name): reader.end(local(name))
            }
        }
        return reader.playlist
    }

    /// A name without its namespace prefix.
    private static func local(_ name: String) -> Substring {
        name.split(separator: ":").last ?? ""
    }

    private mutating func start(_ name: Substring) {
        text = ""
        depth += 1
        guard name == "track" else { return }
        current = Playlist.Item(location: [], isReference: true)
        trackDepth = depth
    }

    private mutating func end(_ name: Substring) {
        defer {
            depth -= 1
            text = ""
        }
        if name == "track" {
            if let current, !current.location.isEmpty { playlist.items.append(current) }
            current = nil
            return
        }
        // Children of the track or the playlist itself; extensions may hold elements of the same names deeper down.
        guard depth == (current == nil ? 2 : trackDepth + 1), let content = TagText.line(text, limit: 8192) else {
            return
        }
        switch name {
        case "location" where current?.location.isEmpty == true: current?.location = Array(content.utf8)
        case "title" where current == nil: playlist.title = TagText.line(content)
        case "title": current?.title = TagText.line(content)
        case "creator": current?.artist = TagText.line(content)
        case "image" where current == nil: playlist.image = Array(content.utf8)
        default: break
        }
    }
}
