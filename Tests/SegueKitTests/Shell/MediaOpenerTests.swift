import EventLoop
import Foundation
import SegueAudio
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) struct MediaOpenerTests {
    private let folder = TemporaryFolder()

    private func open(_ opener: MediaOpener) async throws -> [NewEntry] {
        let result = await withCheckedContinuation { continuation in
            opener.find([folder.path], toPlay: false, progress: { _ in }) { continuation.resume(returning: $0) }
        }
        return try result.get().entries
    }

    @Test func whatIsOpenedIsRememberedFromBefore() async throws {
        // More files than are examined, so that they need not be music.
        for number in 10..<40 { try folder.write("\(number).mp3", text: "x") }
        let loop = try EventLoop.startThread(name: "test")
        defer { loop.stop() }
        let store = SessionStore(path: folder.file("session.sqlite"), worker: DiskWorker()) { problem in
            Issue.record("\(problem)")
        }
        let opener = MediaOpener(loop: loop, artwork: ArtworkCache(directory: folder.file("covers")), store: store)
        #expect(try await open(opener).allSatisfy { $0.metadata == TrackMetadata() })

        let uri = "file://\(folder.file("12.mp3"))"
        store.recordUse(of: uri, at: "2024-01-01T00:00:00Z")
        store.recordUse(of: uri, at: "2024-01-02T00:00:00Z")
        store.recordRating(0.6, of: "file://\(folder.file("13.mp3"))")
        let entries = try await open(opener)
        #expect(entries.map(\.metadata.useCount) == [nil, nil, 2] + repeatElement(nil, count: 27))
        #expect(entries[2].metadata.lastUsed == "2024-01-02T00:00:00Z")
        #expect(entries[3].metadata.userRating == 0.6)
        store.close()
    }

    @Test func theLibraryKnowsTheTagsOfFilesThatHaveNotChanged() async throws {
        let files = try TaggedFiles()
        for number in 10..<40 {
            try files.folder.write(
                "music/\(number).flac", SampleFiles.flac(files.sound, comments: ["TITLE=Title \(number)", "ARTIST=A"]))
        }
        let index = files.folder.file("cache/library.db")
        _ = try LibraryWriter.update(
            [LocalPath(files.folder.path).appending("music".utf8)], articles: "the a die", in: index, now: 0)
        try files.folder.write("music/12.flac", text: "another file")
        try files.folder.write("music/40.flac", text: "a new file")
        let loop = try EventLoop.startThread(name: "test")
        defer { loop.stop() }
        let opener = MediaOpener(
            loop: loop, artwork: ArtworkCache(directory: folder.file("covers")), store: nil, index: index)
        let result = await withCheckedContinuation { continuation in
            opener.find([files.folder.file("music")], toPlay: false, progress: { _ in }) {
                continuation.resume(returning: $0)
            }
        }
        let entries = try result.get().entries
        #expect(entries.count == 31)
        for (entry, number) in zip(entries, 10...40) {
            let isKnown = number != 12 && number != 40
            #expect(entry.metadata.title == (isKnown ? "Title \(number)" : nil))
            #expect((entry.metadata.sampleRate == 44_100) == isKnown)
        }
    }

    @Test("What can't be played is left out, and the rest stays", arguments: [true, false])
    func theRestPlays(toPlay: Bool) async throws {
        for number in 1...5 { try folder.write("\(number).wav", text: "no music") }
        try folder.write("6.wav", Tone.wave(seconds: 0.2))
        let finding = try await find(Array(1...6), toPlay: toPlay).get()
        #expect(finding.entries.map(\.uri) == ["file://\(folder.file("6.wav"))"])
        #expect(finding.problems.count == 5)
        // If nothing is left, every problem is named.
        guard case .failure(let error) = try await find(Array(1...5), toPlay: toPlay) else {
            Issue.record("something of nothing")
            return
        }
        for number in 1...5 { #expect("\(error)".contains("/\(number).wav: ")) }
    }

    @Test func ofManyThoseBeforeTheFirstThatPlaysAreLookedInto() async throws {
        for number in 1...30 { try folder.write("\(number).wav", text: "no music") }
        try folder.write("5.wav", Tone.wave(seconds: 0.2))
        let finding = try await find(Array(1...30), toPlay: true).get()
        #expect(finding.entries.map(\.uri) == (5...30).map { "file://\(folder.file("\($0).wav"))" })
        #expect(finding.problems.count == 4)
        #expect(try await find(Array(1...30), toPlay: false).get().entries.count == 30)
    }

    @Test("Of several servers, those that give nothing are told from those that may later")
    func streams() async throws {
        let (server, dead) = (try MediaServer(), try MediaServer())
        defer { server.close() }
        dead.close()
        server.serve(.file(Array(Tone.wave(seconds: 0.2)), type: "audio/x-wav", ranges: true), at: "/good")
        server.serve(.silence, at: "/slow")
        server.serve(.status(503), at: "/busy")
        server.serve(.status(404), at: "/gone")
        let (good, doubtful) = (server.url("/good"), [server.url("/slow"), server.url("/busy")])
        let bad = [server.url("/gone"), dead.url("/x")]
        try folder.write("a.wav", Tone.wave(seconds: 0.2))
        try folder.write("list.m3u", text: [good, bad[1], folder.file("a.wav")].joined(separator: "\n"))
        let all = [bad[0], folder.file("a.wav"), doubtful[0], folder.file("list.m3u"), good, bad[0], doubtful[1]]
        let loop = try EventLoop.startThread(name: "test")
        defer { loop.stop() }
        let opener = MediaOpener(loop: loop, artwork: ArtworkCache(directory: folder.file("covers")), store: nil)
        let answers = await withCheckedContinuation { continuation in
            opener.ask(about: all) { continuation.resume(returning: $0) }
        }
        #expect(answers.dead.map(\.uri) == bad)
        #expect(answers.dead.allSatisfy { "\($0.error)".hasPrefix($0.uri) })
        let finding = try await withCheckedContinuation { continuation in
            opener.find(all, toPlay: false, knowing: answers, progress: { _ in }) { continuation.resume(returning: $0) }
        }.get()
        let file = "file://\(folder.file("a.wav"))"
        #expect(finding.entries.map(\.uri) == [file, doubtful[0], good, file, good, doubtful[1]])
        #expect(finding.problems == answers.dead.map(\.error))
        #expect(answers.unanswered.map { error in doubtful.first { "\(error)".hasPrefix($0) } } == doubtful)
        #expect(answers.unanswered.first?.description.contains("has not answered within 3 s") == true)
        #expect(answers.unanswered.last?.description.contains("HTTP status 503") == true)
        // Playing a single location shows whether its server responds, and too many locations are tried in their turn.
        #expect(!MediaOpener.asks(about: [good], toPlay: true))
        #expect(MediaOpener.asks(about: [good], toPlay: false))
        #expect(MediaOpener.asks(about: ["/music/list.M3U8"], toPlay: false))
        #expect(!MediaOpener.asks(about: ["/music/a.wav"], toPlay: false))
        #expect(!MediaOpener.asks(about: Array(repeating: good, count: 21), toPlay: false))
    }

    private func find(
        _ numbers: [Int], toPlay: Bool
    ) async throws -> Result<MediaOpener.Finding, AudioPlayerError> {
        let loop = try EventLoop.startThread(name: "test")
        defer { loop.stop() }
        let opener = MediaOpener(
            loop: loop, artwork: ArtworkCache(directory: folder.file("covers")), store: nil)
        let locations = numbers.map { folder.file("\($0).wav") }
        return await withCheckedContinuation { continuation in
            opener.find(locations, toPlay: toPlay, progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }

    @Test(
        "What is named is known by its URI, however it is named",
        arguments: ["a b.flac", "./a b.flac", "/music/a b.flac", "file:///music/a%20b.flac", "file:/music/a%20b.flac"])
    func namesAreResolved(location: String) {
        #expect(MediaOpener.uri(of: location, in: "/music") == "file:///music/a%20b.flac")
    }

    @Test func whatIsRememberedIsLaidOverTheTags() {
        var metadata = TrackMetadata()
        metadata.userRating = 0.2
        metadata.useCount = 3
        metadata.adopt(TrackStatistics())
        #expect(metadata.userRating == 0.2)
        #expect(metadata.useCount == 3)
        metadata.adopt(TrackStatistics(useCount: 5, lastUsed: "2024-01-02T00:00:00Z", userRating: 0.9))
        #expect(metadata.userRating == 0.9)
        #expect(metadata.useCount == 5)
        #expect(metadata.lastUsed == "2024-01-02T00:00:00Z")
    }
}
