import SegueCore

/// Reads the lines of a cue sheet (CDRWIN User's Guide, Appendix A). A track lasts from its index 1 to the index 1 of
/// the next track in the same file, so that no audio between two tracks is lost.
struct CueSheetReader {
    private var sheet = CueSheet()
    private var file: [UInt8] = []
    private var track: CueSheet.Track?
    /// True from the first line about a track on: later texts are not about the album.
    private var isInTracks = false
    /// The index 1 of the track being read; nil before.
    private var start: MediaTime?
    /// The beginnings of the tracks in the sheet.
    private var starts: [MediaTime] = []

    /// A minute of a cue sheet has 60 seconds of 75 frames.
    private static let framesPerSecond: Int64 = 75

    mutating func read(_ line: Substring) {
        let words = Self.words(line)
        guard let keyword = words.first?.uppercased(), words.count > 1 else { return }
        let value = words[1]
        switch keyword {
        case "FILE":
            // Without quotation marks, the type of the file follows the name.
            let isBare = words.count > 2 && !line.contains("\"")
            file = Array((isBare ? words[1..<(words.count - 1)].joined(separator: " ") : value).utf8)
        case "TRACK":
            close()
            isInTracks = true
            guard let number = Int(value), words.count < 3 || words[2].uppercased() == "AUDIO" else { return }
            track = CueSheet.Track(number: number)
        case "INDEX" where Int(value) == 1 && words.count > 2 && track != nil:
            start = Self.time(words[2])
            track?.file = file
        case "TITLE": set(\.title, \.album, Self.text(line, words))
        case "PERFORMER": set(\.artist, \.artist, Self.text(line, words))
        case "SONGWRITER": track?.composer = Self.text(line, words)
        case "REM" where words.count > 2: readRemark(value.uppercased(), words[2])
        default: break
        }
    }

    /// Returns the sheet, with the ends of its tracks.
    mutating func finish() -> CueSheet {
        close()
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? index + 1 : nil
            let end = next.flatMap { sheet.tracks[$0].file == sheet.tracks[index].file ? starts[$0] : nil }
            // A file with a single track is played as a file.
            let isWhole = start == .zero && end == nil
            sheet.tracks[index].excerpt = isWhole ? nil : Excerpt(from: start, to: end)
            if !isWhole, sheet.tracks[index].excerpt == nil { sheet.tracks[index].number = 0 }
        }
        // The times of a track that would end before it begins are wrong.
        sheet.tracks.removeAll { $0.number <= 0 }
        return sheet
    }

    private mutating func close() {
        if let track, let start, starts.count < CueSheet.mostTracks {
            sheet.tracks.append(track)
            starts.append(start)
        }
        (track, start) = (nil, nil)
    }

    /// Sets a text of the track being read, or of the album before the first track.
    private mutating func set(
        _ ofTrack: WritableKeyPath<CueSheet.Track, String?>, _ ofAlbum: WritableKeyPath<CueSheet, String?>,
        _ text: String?
    ) {
        if isInTracks { track?[keyPath: ofTrack] = text } else { sheet[keyPath: ofAlbum] = text }
    }

    /// Reads a remark as the programs that copy discs write them.
    private mutating func readRemark(_ name: String, _ value: String) {
        switch name {
        case "GENRE": sheet.genre = TagText.line(value)
        case "DATE": sheet.year = FileTags.year(value)
        case "DISCNUMBER": sheet.disc = AlbumFields.number(value)
        case "COMPOSER": track?.composer = TagText.line(value)
        default: break
        }
    }

    /// Returns the text after the keyword, which may lack its quotation marks.
    private static func text(_ line: Substring, _ words: [String]) -> String? {
        TagText.line(line.contains("\"") ? words[1] : words.dropFirst().joined(separator: " "))
    }

    /// Returns the words of a line; a word in quotation marks may have spaces.
    private static func words(_ line: Substring) -> [String] {
        var words: [String] = []
        var rest = line.drop(while: \.isWhitespace)
        while let first = rest.first {
            if first == "\"" {
                let word = rest.dropFirst().prefix { $0 != "\"" }
                words.append(String(word))
                rest = rest[word.endIndex...].dropFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return words
    }

    /// Returns a time of minutes, seconds and frames, `72:05:74`; nil for other text.
    private static func time(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":").map { Int64($0) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
            (0..<60_000).contains(minutes), (0..<60).contains(seconds), (0..<framesPerSecond).contains(frames)
        else { return nil }
        let count = (minutes * 60 + seconds) * framesPerSecond + frames
        return MediaTime(nanoseconds: (count * 1_000_000_000 + framesPerSecond / 2) / framesPerSecond)
    }
}
