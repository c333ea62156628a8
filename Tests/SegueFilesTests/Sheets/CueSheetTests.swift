import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

/// Cue sheets as programs write them, and worse ones (design.md, Excerpts).
@Suite struct CueSheetTests {
    private let folder = TemporaryFolder()

    private func fragments(_ text: String) -> [String?] {
        CueSheet(text.utf8)?.tracks.map { $0.excerpt?.fragment } ?? []
    }

    @Test func aSheetHasTheTextsAndTheTimesOfItsTracks() throws {
        let sheet = try #require(
            CueSheet(
                """
                \u{FEFF}REM GENRE "Folk, World"\r
                REM DATE 1991-05\r
                REM DISCNUMBER 2\r
                REM COMMENT "ExactAudioCopy v1.0"\r
                PERFORMER "The Band"\r
                TITLE "It's \u{201C}Live\u{201D}"\r
                FILE "a b.wav" WAVE\r
                  TRACK 01 AUDIO\r
                    TITLE "One"\r
                    PERFORMER "A Guest"\r
                    ISRC DEABC9100001\r
                    INDEX 00 00:00:00\r
                    INDEX 01 00:02:00\r
                  TRACK 02 AUDIO\r
                    TITLE Two\r
                    SONGWRITER "Somebody Else"\r
                    INDEX 00 03:10:37\r
                    INDEX 01 03:12:01\r
                    INDEX 02 04:00:00\r
                """.utf8))
        #expect(sheet.album == "It's “Live”" && sheet.artist == "The Band" && sheet.genre == "Folk, World")
        #expect(sheet.year == 1991 && sheet.disc == 2)
        #expect(sheet.tracks.map(\.number) == [1, 2] && sheet.tracks.map(\.title) == ["One", "Two"])
        #expect(
            sheet.tracks.map(\.artist) == ["A Guest", nil] && sheet.tracks.map(\.composer) == [nil, "Somebody Else"])
        #expect(sheet.tracks.allSatisfy { $0.file == Array("a b.wav".utf8) })
        #expect(sheet.tracks.map { $0.excerpt?.fragment } == ["#t=2,192.013333333", "#t=192.013333333"])
        let metadata = sheet.metadata(of: sheet.tracks[1])
        #expect(metadata.title == "Two" && metadata.artists == ["The Band"] && metadata.albumArtists == ["The Band"])
        #expect(metadata.trackNumber == 2 && metadata.discNumber == 2 && metadata.composers == ["Somebody Else"])
    }

    @Test func aFileForEachTrackIsPlayedWhole() {
        let tracks = (1...3).map { "FILE \"\($0).wav\" WAVE\nTRACK \($0) AUDIO\nINDEX 01 00:00:00\n" }.joined()
        #expect(fragments(tracks) == [nil, nil, nil])
    }

    @Test func aGapAtTheEndOfTheFormerFileStaysThere() {
        // Index 0 of the second track is in the first file.
        let text = """
            FILE "1.wav" WAVE
            TRACK 01 AUDIO
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            INDEX 00 03:00:00
            FILE "2.wav" WAVE
            INDEX 01 00:00:00
            """
        #expect(fragments(text) == [nil, nil])
        #expect(CueSheet(text.utf8)?.tracks.map { String(decoding: $0.file, as: UTF8.self) } == ["1.wav", "2.wav"])
    }

    @Test func whatMakesNoSenseIsLeftOut() {
        let file = "FILE x.flac WAVE\n"
        func index(_ track: Int, _ time: String) -> String { "TRACK \(track) AUDIO\nINDEX 01 \(time)\n" }
        #expect(
            fragments(file + index(1, "00:00:00") + index(2, "banana") + index(3, "01:00:00")) == ["#t=0,60", "#t=60"])
        #expect(fragments(file + index(1, "00:61:00") + index(2, "00:01:75") + index(3, "-1:00:00")).isEmpty)
        // The second track would end before it begins.
        #expect(
            fragments(file + index(1, "00:00:00") + index(2, "02:00:00") + index(3, "01:00:00"))
                == ["#t=0,120", "#t=60"])
        #expect(
            fragments(file + "TRACK 01 MODE1/2352\nTITLE Data\nINDEX 01 00:00:00\n" + index(2, "01:00:00")) == ["#t=60"]
        )
        #expect(CueSheet((file + "TRACK 01 MODE1/2352\nTITLE Data\n" + index(2, "01:00:00")).utf8)?.album == nil)
        for text in [
            "", "TITLE x", "TRACK", "INDEX 01 00:00:00", "FILE \"a", "\"\"\"", "TRACK x AUDIO\nINDEX 01 0:0:0",
        ] {
            #expect(CueSheet(text.utf8) == nil, "\(text)")
        }
        let long = file + (1...5000).map { index($0, "\($0):00:00") }.joined()
        #expect(fragments(long).count == CueSheet.mostTracks)
    }

    @Test func namesAndTitlesMayLackTheirQuotationMarks() {
        let sheet = CueSheet(
            "TITLE One two\nPERFORMER A  B\nFILE my disc.wav WAVE\nTRACK 1 AUDIO\nTITLE x y\nINDEX 01 00:00:00".utf8)
        #expect(sheet?.album == "One two" && sheet?.artist == "A B" && sheet?.tracks.first?.title == "x y")
        #expect(sheet?.tracks.first.map { String(decoding: $0.file, as: UTF8.self) } == "my disc.wav")
    }

    @Test func textInAnEightBitEncodingIsRead() {
        let text =
            Array("PERFORMER \"Bj".utf8) + [0xF6] + Array("rk\"\nFILE x WAVE\nTRACK 1 AUDIO\nINDEX 01 00:00:00".utf8)
        #expect(CueSheet(text)?.artist == "Björk")
    }

    @Test func commentsHaveChapters() {
        let sheet = CueSheet(comments: [
            "CHAPTER002": ["00:01:30.500"], "CHAPTER002NAME": ["Two"], "CHAPTER001": ["00:00:00.000"],
            "CHAPTER003": ["01:00:00"], "CHAPTER004": ["nonsense"], "CHAPTERS": ["3"], "TITLE": ["Whole"],
        ])
        #expect(sheet?.tracks.map { $0.excerpt?.fragment } == ["#t=0,90.5", "#t=90.5,3600", "#t=3600"])
        #expect(sheet?.tracks.map(\.title) == [nil, "Two", nil])
        // What precedes the first chapter is part of it.
        let late = CueSheet(comments: ["CHAPTER001": ["00:00:05"], "CHAPTER002": ["00:01:00"]])
        #expect(late?.tracks.map { $0.excerpt?.fragment } == ["#t=0,60", "#t=60"])
        #expect(CueSheet(comments: ["CHAPTER001": ["00:00:00.000"]]) == nil)
    }

    private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func box(_ kind: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap(\.self)
        return bytes(content.count + 8, 4) + Array(kind.utf8) + content
    }

    private var mp4: [UInt8] { box("ftyp", Array("M4A ".utf8)) }

    private func list(_ chapters: [(Int, String)], version: UInt8 = 1) -> [UInt8] {
        let list = chapters.flatMap { bytes($0.0 * 10_000_000, 8) + [UInt8($0.1.utf8.count)] + Array($0.1.utf8) }
        let head: [UInt8] = [version, 0, 0, 0] + (version == 0 ? [] : [0, 0, 0, 0]) + [UInt8(chapters.count)]
        return box("udta", box("chpl", head + list))
    }

    private func chapters(_ content: [UInt8]) throws -> [String] {
        let sheet = MP4Chapters.read(LocalPath(try folder.write("a.m4b", content)))
        return sheet?.tracks.map { "\($0.title ?? "-")\($0.excerpt?.fragment ?? "")" } ?? []
    }

    @Test(arguments: [UInt8(0), 1])
    func theListOfNeroIsRead(version: UInt8) throws {
        let whole = mp4 + box("moov", list([(0, "Öffnung"), (60, "Mitte"), (90, "")], version: version))
        #expect(try chapters(whole) == ["Öffnung#t=0,60", "Mitte#t=60,90", "-#t=90"])
        for length in 0..<whole.count { #expect(try chapters(Array(whole.prefix(length))).count <= 3) }
    }

    @Test("A track of texts goes before the list; its texts may be in one piece or in several")
    func trackOfTexts() throws {
        let titles = ["One", "Zwei", "Три"]
        let texts = titles.map { bytes($0.utf8.count, 2) + Array($0.utf8) }
        for (pieces, isLong) in [([3], false), ([1, 2], true), ([1, 1, 1], false)] {
            let head = mp4 + box("mdat", texts.flatMap(\.self))
            var (offsets, runs): ([[UInt8]], [[UInt8]]) = ([], [])
            var first = 0
            for (index, count) in pieces.enumerated() {
                let place = mp4.count + 8 + texts[..<first].map(\.count).reduce(0, +)
                offsets.append(bytes(place, isLong ? 8 : 4))
                runs.append(bytes(index + 1, 4) + bytes(count, 4) + bytes(1, 4))
                first += count
            }
            let table = box(
                "stbl",
                box("stts", bytes(0, 4), bytes(2, 4), bytes(2, 4) + bytes(1500, 4), bytes(1, 4) + bytes(9000, 4)),
                box("stsz", bytes(0, 8), bytes(3, 4), texts.flatMap { bytes($0.count, 4) }),
                box("stsc", bytes(0, 4), bytes(runs.count, 4), runs.flatMap(\.self)),
                box(isLong ? "co64" : "stco", bytes(0, 4), bytes(offsets.count, 4), offsets.flatMap(\.self)))
            let sound = box("trak", box("tkhd", bytes(0, 12), bytes(1, 4)), box("tref", box("chap", bytes(2, 4))))
            let media = box("mdia", box("mdhd", bytes(0, 12), bytes(1000, 4)), box("minf", table))
            let text = box("trak", box("tkhd", bytes(0, 12), bytes(2, 4)), media)
            let whole = head + box("moov", sound, text, list([(0, "x"), (7, "y")]))
            #expect(try chapters(whole) == ["One#t=0,1.5", "Zwei#t=1.5,3", "Три#t=3"])
            for length in stride(from: head.count, to: whole.count, by: 3) {
                #expect(try chapters(Array(whole.prefix(length))).count <= 3)
            }
        }
    }
}
