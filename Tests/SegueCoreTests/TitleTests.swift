import SegueTestSupport
import Testing

@testable import SegueCore

/// The titles of the whole queue, read in the background.
@Suite struct TitleTests {
    private static func tags(_ title: String, seconds: Double = 60) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = title
        metadata.duration = MediaTime(seconds: seconds)
        metadata.sampleRate = 44100
        return metadata
    }

    private func session(of names: [String]) -> PlayerHarness {
        var session = PlayerHarness()
        session.command(
            .edit(.replace(names.map { NewEntry(uri: $0.contains(":") ? $0 : "file:///\($0)") }, play: false)))
        return session
    }

    /// Answers a part of the last list, each file with its name as the title. Files with `bad` in their names can't be
    /// read.
    private func answer(_ session: inout PlayerHarness, from start: Int = 0, to end: Int = .max) -> [QueueChange] {
        let requests = (session.titleRequests.last ?? []).prefix(end).dropFirst(start)
        let step = session.handle(
            .titlesRead(
                requests.map { request in
                    let name = ResourceName.title(of: request.uri)
                    return MetadataAnswer(id: request.id, metadata: name.contains("bad") ? nil : Self.tags(name))
                }))
        return step.effects.compactMap { if case .queueChanged(let change) = $0 { change } else { nil } }
    }

    @Test func allFilesAreReadSomeAtATimeAndOnce() {
        var session = session(of: (0..<2500).map { "\($0)" } + ["http://host/stream", "bad"])
        var told: [EntryID] = []
        var count = 0
        while count < session.titleRequests.count {
            count = session.titleRequests.count
            for case .metadataChanged(let entries) in answer(&session) { told += entries.map(\.id) }
        }
        #expect(session.titleRequests.map(\.count) == [1024, 1024, 453])
        #expect(told.count == 2501 && Set(told).count == 2501, "each is told once")
        let titles = session.player.queue.entries(in: 0..<2502).map(\.displayTitle)
        #expect(titles == (0..<2500).map { "\($0)" } + ["stream", "bad"])
        session.command(.edit(.sort(.length)))
        session.command(.edit(.undo))
        #expect(session.titleRequests.count == count, "nothing is read again")
    }

    @Test func nothingMoreIsAskedForBeforeTheAnswer() {
        var session = session(of: (0..<40).map { "\($0)" })
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: false)))
        session.command(.setVolume(0.5))
        _ = answer(&session, to: 39)
        #expect(session.titleRequests.count == 1, "a part is no answer")
        _ = answer(&session, from: 39)
        #expect(session.titleRequests.last?.map(\.uri).last == "file:///x")
    }

    @Test func whatIsKnownAlreadyIsNotRead() {
        var session = PlayerHarness()
        var listed = TrackMetadata()
        listed.title = "as the playlist says"
        session.command(
            .edit(
                .replace(
                    [
                        NewEntry(uri: "file:///a", metadata: Self.tags("A")),
                        NewEntry(uri: "file:///b", metadata: listed),
                    ], play: false)))
        #expect(session.titleRequests.map { $0.map(\.uri) } == [["file:///b"]])
        _ = answer(&session)
        #expect(session.player.queue.entry(at: 1)?.displayTitle == "b", "the file knows better than a playlist")
        // A restored session.
        var second = PlayerHarness()
        second.handle(.restore(session.player.savedSession(at: session.moment)))
        #expect(second.titleRequests.isEmpty)
    }

    @Test func anAnswerThatComesLateSpoilsNothing() {
        var session = session(of: ["a", "b", "c"])
        let entries = session.player.queue.entries(in: 0..<3)
        var whole = Self.tags("all of it")
        whole.lyrics = "la"
        session.handle(.metadataRead(entries[0].id, whole))
        session.command(.edit(.remove([entries[1].id])))
        let changes = answer(&session)
        #expect(changes == [.metadataChanged([session.player.queue[entries[2].id]].compactMap { $0 })])
        #expect(session.snapshot.track?.metadata == whole)
        session.command(.edit(.undo))
        #expect(session.titleRequests.last?.map(\.id) == [entries[1].id], "what comes back is read")
    }

    @Test func aQueueThatComesBackIsReadOn() {
        var session = session(of: (0..<1032).map { "\($0)" })
        _ = answer(&session)
        session.command(.edit(.clear))
        _ = answer(&session)
        session.command(.edit(.undo))
        #expect(session.titleRequests.map(\.count) == [1024, 8, 8])
    }

    @Test func whatPlaysKeepsWhatWasRemembered() {
        var session = PlayerHarness.playing(["a", "b"])
        guard let track = session.snapshot.track else { return }
        session.command(.rate(track.id, 0.8))
        _ = answer(&session)
        #expect(session.snapshot.track?.metadata.userRating == 0.8)
        #expect(session.snapshot.track?.displayTitle == "a")
        #expect(session.state.currentTrack?.displayTitle == "a")
    }
}
