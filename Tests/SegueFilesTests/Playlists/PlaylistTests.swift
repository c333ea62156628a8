import SegueCore
import Testing

@testable import SegueFiles

@Suite struct PlaylistTests {
    private func items(_ text: String, _ kind: Playlist.Kind) -> [Playlist.Item] {
        Playlist(Array(text.utf8), kind: kind).items
    }

    private func locations(_ text: String, _ kind: Playlist.Kind) -> [String] {
        items(text, kind).map { String(decoding: $0.location, as: UTF8.self) }
    }

    @Test func m3uWithTitlesAndBlankLines() {
        let text = "\u{FEFF}#EXTM3U\r\n#EXTINF:12,Artist - Title\r\n  a b.mp3 \r\n\r\n# a remark\r\nhttp://x/y\r\n"
        let read = items(text, .m3u8)
        #expect(read.map { String(decoding: $0.location, as: UTF8.self) } == ["a b.mp3", "http://x/y"])
        #expect(read.map(\.title) == ["Artist - Title", nil])
    }

    @Test func m3uInUTF16() {
        let units = Array("é.mp3\n".utf16)
        let bytes: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(Playlist(bytes, kind: .m3u).items.map(\.location) == [Array("é.mp3".utf8)])
    }

    @Test func manifestsAreStreams() {
        #expect(Playlist(Array("#EXTM3U\n#EXT-X-TARGETDURATION:8\na.ts\n".utf8), kind: .m3u8).isStream)
        #expect(!Playlist(Array("#EXTM3U\na.mp3\n".utf8), kind: .m3u8).isStream)
    }

    @Test func plsInTheOrderOfItsNumbers() {
        let text =
            "[playlist]\nFile10=ten.mp3\nTitle2=Two\nfile2=two.mp3\nFile1=one.mp3\nLength1=-1\nTitle7=none\nFilex=y\n"
        #expect(locations(text, .pls) == ["one.mp3", "two.mp3", "ten.mp3"])
        #expect(items(text, .pls).map(\.title) == [nil, "Two", nil])
    }

    @Test func xspfWithEntitiesNamespacesAndExtensions() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>List</title><trackList>
            <track><location>a%20b.mp3</location><title>A &amp; B</title><creator><![CDATA[C & D]]></creator>
            <extension application="x"><location>wrong</location></extension></track>
            <track><title>no place</title></track>
            <track><location> file:///x.mp3 </location><location>second</location></track>
            </trackList></playlist>
            """
        let read = items(text, .xspf)
        #expect(read.map { String(decoding: $0.location, as: UTF8.self) } == ["a%20b.mp3", "file:///x.mp3"])
        #expect(read.first?.title == "A & B")
        #expect(read.first?.artist == "C & D")
        #expect(read.first?.isReference == true)
    }

    @Test func xspfTellsWhatATrackIs() {
        func track(_ content: String) -> Playlist.Item? {
            let track = "<track><location>http://h/a</location>\(content)</track>"
            return items("<playlist><trackList>\(track)</trackList></playlist>", .xspf).first
        }
        let full = track(
            "<album>A</album><trackNum>4</trackNum><duration>61500</duration><image>c%20d.png</image>")
        #expect(full?.album == "A")
        #expect(full?.trackNumber == 4)
        #expect(full?.duration == MediaTime(microseconds: 61_500_000))
        #expect(full?.image == Array("c%20d.png".utf8))
        for lie in ["<duration>-1</duration>", "<duration>99999999999999999999</duration>", "<duration>x</duration>"] {
            #expect(track(lie)?.duration == nil, "\(lie)")
        }
        for lie in ["<trackNum>0</trackNum>", "<trackNum>4294967296</trackNum>"] {
            #expect(track(lie)?.trackNumber == nil, "\(lie)")
        }
    }

    @Test(arguments: [
        "", "<", "<playlist>", "<track><location>x</track>", "<!DOCTYPE x [<!ENTITY a \"aa\">]><a>&a;</a>", "\u{0}",
    ])
    func brokenXSPFHasNoEntries(text: String) {
        #expect(items(text, .xspf).isEmpty)
    }

    @Test func whatCameBeforeAnErrorCounts() {
        #expect(locations("<a><track><location>x.mp3</location></track><b></a>", .xspf) == ["x.mp3"])
    }

    @Test func namesAreSortedAsPeopleDo() {
        let sorted = ["a10", "A2", "a1", "b", "a02", "a", "1", "10", "9", "a2x"].map { NaturalOrder(Array($0.utf8)) }
            .sorted()
        #expect(
            sorted.map { String(decoding: $0.name, as: UTF8.self) }
                == ["1", "9", "10", "a", "a1", "A2", "a02", "a2x", "a10", "b"])
    }

    @Test("Tracks change their places with all that they have; what is around them stays")
    func arranged() {
        let tracks = [
            "<track><location>a.mp3</location><extension application=\"x\"><r>5</r></extension></track>",
            "<track xml:id=\"b\">\n<location>b.mp3</location></track>",
            "<track><trackNum>3</trackNum><location>c.mp3</location></track>",
        ]
        func document(_ tracks: [String]) -> [UInt8] {
            Array(
                "<playlist><title>T</title><trackList>\n\(tracks.joined(separator: "\n"))\n</trackList></playlist>".utf8
            )
        }
        let whole = document(tracks)
        #expect(XSPFWriter.arranging(whole) { _ in [2, 0, 1] } == .arranged(document([2, 0, 1].map { tracks[$0] })))
        #expect(XSPFWriter.arranging(whole) { $0 == 3 ? [1] : nil } == .arranged(document([tracks[1]])))
        #expect(XSPFWriter.arranging(whole) { _ in [0, 3] } == .noSuchTrack)
        #expect(XSPFWriter.arranging(whole) { _ in nil } == .noSuchTrack)
        #expect(XSPFWriter.arranging(document([])) { _ in [] } == .arranged(document([])))
    }

    @Test(
        "A document whose tracks can't be told apart is left alone",
        arguments: [
            "", "#EXTM3U\n", "<trackList></track><track></trackList>",
            "<playlist><trackList><!-- <track></track> --><track><location>a</location></track></trackList></playlist>",
            "<playlist><trackList><track><location>a</location></track><track><location>b</location></track >"
                + "</trackList></playlist>",
        ])
    func unclear(text: String) {
        #expect(XSPFWriter.arranging(Array(text.utf8)) { Array(0..<$0) } == .notAList)
    }

    @Test func whatIsAddedComesLastAndTheRestStays() throws {
        func entry(_ name: String) -> QueueEntry {
            var metadata = TrackMetadata()
            metadata.title = "<\(name)>"
            return QueueEntry(id: EntryID(rawValue: 1), uri: "file:///\(name)", metadata: metadata)
        }
        let document = try #require(XSPFWriter.document(title: "Old & new", entries: [entry("a")]))
        let longer = try #require(XSPFWriter.appending([entry("b"), entry("c")], to: document))
        let read = Playlist(XSPFWriter.titled("<Later>", longer), kind: .xspf)
        #expect(read.title == "<Later>")
        #expect(read.items.map(\.title) == ["<a>", "<b>", "<c>"])
        #expect(XSPFWriter.appending([entry("b")], to: Array("no document".utf8)) == nil)
    }
}
