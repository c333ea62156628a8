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
        #expect(CueSheet(comments: ["CHAPTER001": ["00:00:00.000"]]) == nil)
    }

    /// Returns an MP4 file of boxes alone, with chapters at these seconds.
    private func mp4(_ chapters: [(Int, String)], version: UInt8 = 1) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            bytes(content.count + 8, 4) + Array(kind.utf8) + content
        }
        let list = chapters.flatMap { bytes($0.0 * 10_000_000, 8) + [UInt8($0.1.utf8.count)] + Array($0.1.utf8) }
        let head: [UInt8] = [version, 0, 0, 0] + (version == 0 ? [] : [0, 0, 0, 0]) + [UInt8(chapters.count)]
        return box("ftyp", Array("M4A ".utf8)) + box("moov", box("udta", box("chpl", head + list)))
    }

    @Test(arguments: [UInt8(0), 1])
    func chaptersOfMP4AreRead(version: UInt8) throws {
        let whole = mp4([(0, "Öffnung"), (60, "Mitte"), (90, "")], version: version)
        let sheet = MP4Chapters.read(LocalPath(try folder.write("a.m4b", whole)))
        #expect(sheet?.tracks.map { $0.excerpt?.fragment } == ["#t=0,60", "#t=60,90", "#t=90"])
        #expect(sheet?.tracks.map(\.title) == ["Öffnung", "Mitte", nil])
        for length in 0..<whole.count {
            let cut = MP4Chapters.read(LocalPath(try folder.write("b.m4b", Array(whole.prefix(length)))))
            #expect(cut?.tracks.count ?? 0 <= 3)
        }
    }
}
