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

/// The chapters of MP4 files in the form of Nero, which most programs write: `moov`, `udta`, `chpl`.
enum MP4Chapters {
    static func read(_ path: LocalPath) -> CueSheet? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            guard window.bytes(at: 4, count: 4).elementsEqual("ftyp".utf8) else { return nil }
            return read(&window)
        }
    }

    private static func read(_ window: inout FileWindow) -> CueSheet? {
        var range = 0..<window.size
        for kind in ["moov", "udta", "chpl"] {
            guard let box = MP4Numbers.boxes(in: range, &window).first(where: { $0.kind.elementsEqual(kind.utf8) })
            else { return nil }
            range = box.content
        }
        // A version and flags, in version 1 four reserved bytes, and the number of chapters.
        let version = window.bytes(at: range.lowerBound, count: 1).first ?? 0
        var offset = range.lowerBound + (version == 0 ? 5 : 9)
        var chapters: [(start: MediaTime, title: String?)] = []
        // A start in tenths of microseconds, and a text after its length.
        while offset + 9 <= range.upperBound, chapters.count < 255 {
            let head = Array(window.bytes(at: offset, count: 9))
            guard head.count == 9 else { break }
            let start = head[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let title = window.bytes(at: offset + 9, count: Int(head[8]))
            let microseconds = Int64(clamping: start / 10)
            chapters.append((MediaTime(microseconds: microseconds), TagText.line(TextDecoding.text(title))))
            offset += 9 + Int64(head[8])
        }
        return CueSheet(chapters: chapters)
    }
}
