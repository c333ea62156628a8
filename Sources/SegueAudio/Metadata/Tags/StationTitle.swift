import SegueCore

/// The title line of a radio station: mostly `Artist - Title`.
enum StationTitle {
    /// Splits the line if it names the artist. The station replaces a missing album, and a missing title.
    static func apply(to metadata: inout TrackMetadata, station: String?) {
        if metadata.artists.isEmpty, let (artist, title) = metadata.title.flatMap(parts) {
            metadata.artists = [artist]
            metadata.title = title
        }
        metadata.album = metadata.album ?? station
        metadata.title = metadata.title ?? station
    }

    /// Returns nil for a line that names no artist.
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
