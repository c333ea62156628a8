import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The queue, its modes, ratings and outputs, from the view of a program that embeds the player.
@Suite(.timeLimit(.minutes(1))) struct QueueTests {
    private func titles(_ service: AudioPlayerService) async -> [String] { await service.queue.map(\.displayTitle) }

    @Test func whatIsLoadedAheadWaitsAtItsBeginning() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let track = try player.makeTrack("a.wav", seconds: 20)
            try await service.preload(url: track)
            #expect(await player.kind == .paused)
            #expect(await player.title == "a")
            #expect(await player.position == 0)
            try await service.resume()
            #expect(await player.kind == .playing)
            let other = try player.makeTrack("b.wav", seconds: 20)
            try await service.preload(url: other)
            #expect(await player.kind == .paused)
            #expect(await player.title == "b")
            #expect(await titles(service) == ["b"])
            #expect(
                await failure { try await service.preload(url: "/nowhere.wav") } == .fileNotFound(path: "/nowhere.wav"))
            #expect(await titles(service) == ["b"])
        }
    }

    @Test func entriesAreMovedRemovedAndPlayed() async throws {
        try await TestPlayer.playing([20, 20, 20]) { player in
            let service = player.service
            let entries = await service.queue.map(\.id)
            try await service.move(entries[2], to: .first)
            #expect(await titles(service) == ["c", "a", "b"])
            try await service.play(entries[1])
            #expect(await player.title == "b")
            try await service.pause()
            try await service.jump(to: entries[0])
            #expect(await player.title == "a")
            #expect(await player.kind == .paused)
            try await service.remove([entries[2], EntryID(rawValue: 99)])
            #expect(await titles(service) == ["a", "b"])
            try await service.enqueue(url: try player.makeTrack("d.wav", seconds: 20), at: .next)
            #expect(await titles(service) == ["a", "d", "b"])
            try await service.sort(by: .title)
            #expect(await titles(service) == ["a", "b", "d"])
            try await service.clear()
            #expect(await service.queue.isEmpty)
            try await service.undo()
            #expect(await titles(service) == ["a", "b", "d"])
            try await service.jump(to: EntryID(rawValue: 99))
            #expect(await player.title == "a")
        }
    }

    @Test func modesRatingsAndTheSleepTimerAreSet() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let entry = try #require(await service.queue.first)
            try await service.setRepeat(.queue)
            try await service.setShuffle(true)
            try await service.set(.single, to: true)
            try await service.rate(entry.id, 0.8)
            try await service.sleep(after: 600)
            let snapshot = await service.snapshot
            #expect(snapshot.repeatMode == .queue && snapshot.isShuffled && snapshot.modes.isSingle)
            #expect(await service.queue.first { $0.id == entry.id }?.metadata.userRating == 0.8)
            try await service.rate(entry.id, nil)
            #expect(await service.queue.first { $0.id == entry.id }?.metadata.userRating == nil)
            try await service.sleep(after: nil)
            #expect(await failure { try await service.sleep(after: .nan) } != nil)
        }
    }

    @Test func whatIsKnownOfAStreamIsShown() async throws {
        try await TestPlayer.playing([20]) { player in
            var details = TrackMetadata()
            details.title = "Programme"
            details.artists = ["Station"]
            try await player.service.enqueue(url: "http://127.0.0.1:9/a", details: details)
            #expect(await player.service.queue.last?.displayName == "Station – Programme")
        }
    }

    @Test func outputsAreListedAndChosen() async throws {
        try await TestPlayer.run(.real) { player in
            #expect(await player.service.outputs().contains { $0.isCurrent })
            try await player.service.selectOutput("null")
        }
    }
}
