import SegueCore

/// The chapters of Ogg and FLAC files (wiki.xiph.org, Chapter Extension).
extension CueSheet {
    /// Reads the chapters in comments: `CHAPTER001=00:01:30.500` and `CHAPTER001NAME=Title`. Nil without chapters.
    init?(comments: [String: [String]]) {
        let chapters = comments.compactMap { name, values -> (start: MediaTime, title: String?)? in
            guard name.hasPrefix("CHAPTER"), name.utf8.count == "CHAPTER000".utf8.count,
                let start = values.first.flatMap(Self.time)
            else { return nil }
            return (start, comments["\(name)NAME"]?.first)
        }
        self.init(chapters: chapters)
    }

    /// Returns a time of hours, minutes and seconds; nil for other text.
    private static func time(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
            [hours, minutes, seconds].allSatisfy({ (0..<1000).contains($0) })
        else { return nil }
        return MediaTime(seconds: hours * 3600 + minutes * 60 + seconds)
    }
}
