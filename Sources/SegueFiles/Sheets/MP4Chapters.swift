import SegueCore

/// The chapters of MP4 files: a track of texts (QuickTime File Format, Chapter Lists). Without one, they are in the
/// list `chpl` of Nero, which has room for 255.
enum MP4Chapters {
    private typealias Chapter = (start: MediaTime, title: String?)
    private typealias Box = MP4Numbers.Box

    static func read(_ path: LocalPath) -> CueSheet? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            guard window.bytes(at: 4, count: 4).elementsEqual("ftyp".utf8),
                let movie = box(0..<window.size, "moov", window: &window)
            else { return nil }
            let chapters = texts(in: movie, &window)
            return CueSheet(chapters: chapters.isEmpty ? list(in: movie, &window) : chapters)
        }
    }

    // MARK: - The list of Nero

    private static func list(in movie: Box, _ window: inout FileWindow) -> [Chapter] {
        guard let box = box(movie.content, "udta", "chpl", window: &window) else { return [] }
        let range = box.content
        // A version and flags, in version 1 four reserved bytes, and the number of chapters.
        var offset = range.lowerBound + (number(at: range.lowerBound, 1, &window) == 0 ? 5 : 9)
        var chapters: [Chapter] = []
        // A start in tenths of microseconds, and a text after its length.
        while offset + 9 <= range.upperBound, chapters.count < 255 {
            let start = number(at: offset, 8, &window)
            let length = number(at: offset + 8, 1, &window)
            let title = window.bytes(at: offset + 9, count: Int(length))
            chapters.append(
                (MediaTime(microseconds: Int64(clamping: start / 10)), TagText.line(TextDecoding.text(title))))
            offset += 9 + Int64(length)
        }
        return chapters
    }

    // MARK: - The track of texts

    private static func texts(in movie: Box, _ window: inout FileWindow) -> [Chapter] {
        let tracks = MP4Numbers.boxes(in: movie.content, &window).filter { $0.kind.elementsEqual("trak".utf8) }
        for track in tracks {
            guard let reference = box(track.content, "tref", "chap", window: &window), reference.content.count >= 4
            else {
                continue
            }
            let identity = number(at: reference.content.lowerBound, 4, &window)
            for other in tracks where self.identity(of: other, &window) == identity {
                return samples(of: other, &window)
            }
        }
        return []
    }

    private static func identity(of track: Box, _ window: inout FileWindow) -> UInt64? {
        guard let header = box(track.content, "tkhd", window: &window) else { return nil }
        let isLong = number(at: header.content.lowerBound, 1, &window) == 1
        return number(at: header.content.lowerBound + (isLong ? 20 : 12), 4, &window)
    }

    private static func samples(of track: Box, _ window: inout FileWindow) -> [Chapter] {
        guard let header = box(track.content, "mdia", "mdhd", window: &window),
            let table = box(track.content, "mdia", "minf", "stbl", window: &window),
            let times = box(table.content, "stts", window: &window),
            let sizes = box(table.content, "stsz", window: &window),
            let runs = box(table.content, "stsc", window: &window)
        else { return [] }
        let isLong = number(at: header.content.lowerBound, 1, &window) == 1
        let scale = number(at: header.content.lowerBound + (isLong ? 20 : 12), 4, &window)
        guard scale > 0, let places = places(in: table, runs, sizes, &window) else { return [] }
        var chapters: [Chapter] = []
        var (start, row, left) = (UInt64(0), times.content.lowerBound + 8, UInt64(0))
        var duration: UInt64 = 0
        for place in places {
            // A text after its length.
            let length = number(at: place, 2, &window)
            let title = window.bytes(at: place + 2, count: Int(min(length, 1024)))
            let seconds = Double(start) / Double(scale)
            chapters.append((MediaTime(seconds: seconds), TagText.line(TextDecoding.text(title))))
            if left == 0, row + 8 <= times.content.upperBound {
                (left, duration) = (number(at: row, 4, &window), number(at: row + 4, 4, &window))
                row += 8
            }
            left = left > 0 ? left - 1 : 0
            start = start &+ duration
        }
        return chapters
    }

    /// Returns the offset of each sample in the file; nil if the tables disagree.
    private static func places(
        in table: Box, _ runs: Box, _ sizes: Box, _ window: inout FileWindow
    ) -> [Int64]? {
        let long = box(table.content, "co64", window: &window)
        guard let chunks = long ?? box(table.content, "stco", window: &window) else { return nil }
        let width: Int64 = long == nil ? 4 : 8
        let common = number(at: sizes.content.lowerBound + 4, 4, &window)
        let count = min(number(at: sizes.content.lowerBound + 8, 4, &window), UInt64(CueSheet.mostTracks))
        var places: [Int64] = []
        var (run, chunk) = (runs.content.lowerBound + 8, UInt64(1))
        var inChunk: UInt64 = 0
        while places.count < count {
            let entry = chunks.content.lowerBound + 8 + Int64(chunk - 1) * width
            guard entry + width <= chunks.content.upperBound else { return nil }
            if run + 12 <= runs.content.upperBound, number(at: run, 4, &window) == chunk {
                inChunk = number(at: run + 4, 4, &window)
                run += 12
            }
            guard inChunk > 0 else { return nil }
            var place = Int64(clamping: number(at: entry, Int(width), &window))
            for _ in 0..<min(inChunk, count - UInt64(places.count)) {
                places.append(place)
                let size = sizes.content.lowerBound + 12 + Int64(places.count - 1) * 4
                place = place &+ Int64(common == 0 ? number(at: size, 4, &window) : common)
            }
            chunk += 1
        }
        return places
    }

    // MARK: - Bytes

    /// Returns the box at the end of this path of kinds; nil if there is none.
    private static func box(_ range: Range<Int64>, _ kinds: String..., window: inout FileWindow) -> Box? {
        var (range, found) = (range, Box?.none)
        for kind in kinds {
            found = MP4Numbers.boxes(in: range, &window).first { $0.kind.elementsEqual(kind.utf8) }
            guard let found else { return nil }
            range = found.content
        }
        return found
    }

    /// Returns the number in these bytes, the highest one first; 0 behind the end of the file.
    private static func number(at offset: Int64, _ count: Int, _ window: inout FileWindow) -> UInt64 {
        window.bytes(at: offset, count: count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
