import SegueCore

/// What a radio station says about what it plays: one line, mostly `Artist - Title`.
enum StationTitle {
    /// Splits the line where it names the artist. The station is shown in the place of the album, and of the title
    /// while there is none.
    static func apply(to metadata: inout TrackMetadata, station: String?) {
        if metadata.artists.isEmpty, let (artist, title) = metadata.title.flatMap(parts) {
            metadata.artists = [artist]
            metadata.title = title
        }
        metadata.album = metadata.album ?? station
        metadata.title = metadata.title ?? station
    }

    /// Nil for a line that names no artist.
    private static func parts(_ line: String) -> (artist: String, title: String)? {
        var start = line.startIndex
        while start != line.endIndex {
            if line[start...].hasPrefix(" - ") {
                let artist = line[..<start]
                let title = line[line.index(start, offsetBy: 3)...]
                return artist.allSatisfy(\.isWhitespace) || title.allSatisfy(\.isWhitespace)
                    ? nil : (String(artist), String(title))
            }
            start = line.index(after: start)
        }
        return nil
    }
}
