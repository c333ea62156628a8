import Testing

@testable import SegueCore

/// Excerpts of files as URIs name them (design.md, Excerpts).
@Suite struct ExcerptTests {
    private func excerpt(_ start: Int64, _ end: Int64? = nil) -> Excerpt? {
        Excerpt(from: MediaTime(nanoseconds: start), to: end.map { MediaTime(nanoseconds: $0) })
    }

    @Test func fragmentsAreReadAndWrittenWithoutLoss() throws {
        for (fragment, expected) in [
            ("0,12.173333333", excerpt(0, 12_173_333_333)), ("61.5,120", excerpt(61_500_000_000, 120_000_000_000)),
            ("7", excerpt(7_000_000_000)), ("0.000000001", excerpt(1)),
        ] {
            let found = try #require(Excerpt(uri: "file:///a%23b.flac#t=\(fragment)"))
            #expect(found == expected, "\(fragment)")
            #expect(found.fragment == "#t=\(fragment)")
        }
        #expect(Excerpt(uri: "file:///a#t=01.50,02")?.fragment == "#t=1.5,2")
    }

    @Test func everythingElseNamesAWholeFile() {
        for fragment in [
            "", "#", "#t", "#t=", "#t=,", "#t=,5", "#t=5,", "#t=5,5", "#t=5,4", "#t=1,2,3", "#t=-1", "#t=+1", "#t=1e3",
            "#t=0x10", "#t=1.0000000001", "#t=1234567890", "#t=1..2", "#t=.5", "#t=5.", "#t=١", "#t=5.flac",
            "#T=1,2", "?t=1,2", "#t=1,2#", "#t=npt:1,2",
        ] {
            let uri = "file:///a.flac\(fragment)"
            #expect(Excerpt(uri: uri) == nil, "\(fragment)")
            #expect(Excerpt.file(of: uri) == uri, "\(fragment)")
        }
        #expect(Excerpt(uri: "http://127.0.0.1/a.flac#t=1,2") == nil)
        #expect(Excerpt(from: MediaTime(nanoseconds: -1), to: nil) == nil)
    }

    @Test func theFileAndItsNameAreThoseOfTheWhole() {
        let uri = "file:///music/a%20%231.flac#t=1,2"
        #expect(Excerpt.file(of: uri) == "file:///music/a%20%231.flac")
        #expect(ResourceName.title(of: uri) == "a #1")
        #expect(ResourceName.path(of: uri) == "/music/a #1.flac")
    }

    @Test func theLengthEndsWithTheFile() throws {
        let second = MediaTime(nanoseconds: 1_000_000_000)
        let part = try #require(excerpt(2_000_000_000, 5_000_000_000))
        let rest = try #require(excerpt(2_000_000_000))
        #expect(part.length(of: nil)?.nanoseconds == 3_000_000_000)
        #expect(part.length(of: second + second + second)?.nanoseconds == 1_000_000_000)
        #expect(part.length(of: second) == nil && rest.length(of: second) == nil && rest.length(of: nil) == nil)
        #expect(rest.length(of: second + second + second) == second)
    }

    @Test func onlyTheNextPartOfTheSameFileContinuesAnExcerpt() {
        let (first, file) = ("file:///a.flac#t=0,5", "file:///a.flac")
        #expect(Excerpt.continues(first, into: "\(file)#t=5,9") && Excerpt.continues(first, into: "\(file)#t=5"))
        for other in ["\(file)#t=4,9", "\(file)#t=6", "file:///b.flac#t=5,9", file, first] {
            #expect(!Excerpt.continues(first, into: other), "\(other)")
        }
        #expect(!Excerpt.continues("\(file)#t=5", into: "\(file)#t=5,9"))
    }

    @Test func theTextsOfTheFileAreNotThoseOfItsParts() throws {
        var file = TrackMetadata()
        (file.title, file.artists, file.trackNumber, file.lyrics) = ("Whole", ["Somebody"], 9, "La")
        (file.duration, file.format, file.artURI) = (MediaTime(nanoseconds: 9_000_000_000), "FLAC", "file:///c.png")
        file.loudness = Loudness(trackGain: -3, albumGain: -5)
        let part = try #require(excerpt(2_000_000_000, 5_000_000_000))
        var expected = TrackMetadata()
        (expected.duration, expected.format, expected.artURI) =
            (MediaTime(nanoseconds: 3_000_000_000), "FLAC", "file:///c.png")
        expected.loudness = Loudness(albumGain: -5)
        #expect(file.limited(to: part) == expected && file.limited(to: nil) == file)
        var sheet = TrackMetadata()
        sheet.title = "Part"
        expected.title = "Part"
        #expect(sheet.knowing(file, of: part) == expected && sheet.knowing(file, of: nil) == file)
    }
}
