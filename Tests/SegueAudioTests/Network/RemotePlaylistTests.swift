import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Addresses that lead to a playlist instead of music.
@Suite(.serialized) struct RemotePlaylistTests {
    private typealias Stage = NetworkTests.Stage

    private static func text(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

    private func list(_ lines: String..., type: String) -> MediaServer.Page {
        .file(Array(lines.joined(separator: "\n").utf8), type: type, ranges: false)
    }

    /// Loads the address at this path, and returns the first answer.
    private func load(_ path: String, on stage: NetworkTests.Stage) -> AudioEvent? {
        var answer: AudioEvent?
        stage.live.run(limit: 20, [.load(.first, uri: stage.server.url(path), position: .zero)]) { event in
            switch event {
            case .loaded, .loadFailed:
                answer = event
                stage.live.finish()
            default: break
            }
        }
        return answer
    }

    private func isLoaded(_ event: AudioEvent?) -> Bool { if case .loaded = event { true } else { false } }

    private func reason(_ event: AudioEvent?) -> String {
        if case .loadFailed(_, let error) = event { error.description } else { "\(String(describing: event))" }
    }

    private func stage() throws -> NetworkTests.Stage {
        let stage = try Stage { $0.addressLimit = MediaTime(seconds: 0.5) }
        try stage.serve(.constant(0.5, on: .both, seconds: 1), at: "/music/a.wav")
        return stage
    }

    @Test("A playlist is followed to what it names, by its type or its name")
    func followed() throws {
        let stage = try stage()
        let pages: [(path: String, page: MediaServer.Page)] = [
            ("/a.m3u", list("#EXTM3U", "#EXTINF:-1,Radio", "music/a.wav", type: "text/plain")),
            ("/b.m3u8", list("/music/a.wav", type: "application/vnd.apple.mpegurl")),
            ("/c.pls?x=1", list("[playlist]", "File1=" + stage.server.url("/music/a.wav"), type: "audio/x-scpls")),
            ("/tune?id=7", list(stage.server.url("/music/a.wav"), type: "Audio/X-MPEGURL; charset=utf-8")),
            (
                "/e.xspf",
                list(
                    "<playlist><trackList><track><location>music/a.wav</location></track></trackList></playlist>",
                    type: "application/octet-stream")
            ),
            ("/f.pls", .redirect("/c.pls?x=1")),
        ]
        for (path, page) in pages { stage.server.serve(page, at: path) }
        for (index, (path, _)) in pages.enumerated() {
            let answer = load(path, on: index == 0 ? stage : try Stage(stage.server))
            #expect(isLoaded(answer), "\(path): \(reason(answer))")
        }
    }

    @Test("An entry that does not answer gives way to the next one")
    func next() throws {
        let stage = try stage()
        stage.server.serve(.silence, at: "/silent")
        stage.server.serve(
            list("/missing.mp3", "http://127.0.0.1:1/x", "/text", "/silent", "/music/a.wav", type: "audio/x-mpegurl"),
            at: "/list")
        stage.server.serve(.file(Array("no music".utf8), type: "text/plain", ranges: false), at: "/text")
        let answer = load("/list", on: stage)
        #expect(isLoaded(answer), "\(reason(answer))")
    }

    @Test("Playlists in playlists are followed three deep, and no further")
    func depth() throws {
        let stage = try stage()
        for (name, next) in [("/1", "/2"), ("/2", "/3"), ("/3", "/music/a.wav"), ("/0", "/1")] {
            stage.server.serve(list(next, type: "audio/x-mpegurl"), at: name)
        }
        #expect(isLoaded(load("/1", on: stage)))
        #expect(reason(load("/0", on: try Stage(stage.server))).contains("refer to one another without end"))
    }

    @Test("A playlist names no files of this computer, and nothing that is no address")
    func foreign() throws {
        let stage = try stage()
        let path = stage.folder.file("mine.wav")
        try Signal.constant(0.5, on: .both, seconds: 1).write(to: path)
        stage.server.serve(list(stage.folder.uri("mine.wav"), "ftp://127.0.0.1/a.mp3", type: "audio/x-scpls"), at: "/a")
        stage.server.serve(list(stage.folder.uri("mine.wav"), type: "audio/x-mpegurl"), at: "/b")
        for name in ["/a", "/b"] {
            let answer = load(name, on: try Stage(stage.server))
            #expect(reason(answer).contains("names no http or https address"), "\(name)")
        }
    }

    @Test("An address is opened whatever its escapes")
    func escapes() throws {
        #expect(Route("http://a/100%?%zz=%&%00=%41").address == "http://a/100%25?%25zz=%25&%2500=%41")
        let stage = try stage()
        try stage.serve(.constant(0.5, on: .both, seconds: 1), at: "/a.wav?%25=1")
        let answer = load("/a.wav?%=1", on: stage)
        #expect(isLoaded(answer), "\(reason(answer))")
    }

    @Test("Addresses are resolved whatever their escapes; long ones, and control characters, are left out")
    func addresses() throws {
        let answer = ServerAnswer(status: 200, fields: ["content-type": "audio/x-mpegurl"])
        var playlist = try #require(RemotePlaylist(answer, at: "http://127.0.0.1/list?%"))
        let fits = playlist.append(
            Self.text(
                "a?%=1", "b?%00=1", "100%.mp3", "c?b=1&a=2&b=3", "two words", "http://\u{1B}[2J/x",
                String(repeating: "x", count: 10000)))
        #expect(fits)
        guard case .named(let addresses) = playlist.read() else {
            Issue.record("nothing is named")
            return
        }
        #expect(
            addresses
                == ["a?%=1", "b?%00=1", "100%.mp3", "c?b=1&a=2&b=3", "two%20words"].map { "http://127.0.0.1/\($0)" })
    }

    @Test("A playlist without end is given up")
    func endless() throws {
        let stage = try stage()
        let lines = Array(String(repeating: "# a remark that says nothing\n", count: 20000).utf8)
        stage.server.serve(.file(lines, type: "audio/x-mpegurl", ranges: false), at: "/long")
        #expect(reason(load("/long", on: stage)).contains("longer than 256 KiB"))
    }

    @Test("A manifest is for the decoder, but not one that names what is on this computer")
    func manifest() throws {
        let manifest = Self.text("#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXTINF:1,", "a.ts", "#EXT-X-ENDLIST")
        func reading(_ lines: [UInt8]) throws -> RemotePlaylist.Reading {
            let answer = ServerAnswer(status: 200, fields: ["content-type": "audio/mpegurl"])
            var playlist = try #require(RemotePlaylist(answer, at: "http://127.0.0.1/live"))
            let fits = playlist.append(lines)
            #expect(fits)
            return playlist.read()
        }
        guard case .stream(let passed) = try reading(manifest) else {
            Issue.record("not passed on")
            return
        }
        #expect(passed == manifest)
        for piece in ["file:///etc/hostname", "FILE:/etc/hostname", "#EXT-X-KEY:METHOD=AES-128,URI=\"file:///key\""] {
            let lines = Self.text("#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXTINF:1,", piece, "#EXT-X-ENDLIST")
            guard case .unusable(let error) = try reading(lines) else {
                Issue.record("\(piece) is passed on")
                continue
            }
            #expect(error.description.contains("a server may only name http and https addresses"))
        }
    }
}
