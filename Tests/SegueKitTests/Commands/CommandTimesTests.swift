import EventLoop
import Logging
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The times of commands that a player has performed.
@Suite(.timeLimit(.minutes(1))) struct CommandTimesTests {
    @Test func aSlowLoadIsTheReasonOfASlowSkip() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeSilentTrack("slow.wav")
            try await service.enqueue(url: path)
            let skip = Task { await failure { try await service.nextTrack() } }
            try await player.reach(.preparingCrossfade)
            await player.pass(2)
            // Meanwhile, another command is heard, without an effect on the times of the skip.
            try await service.setVolume(0.5)
            await player.release("slow.wav")
            #expect(await skip.value == nil)
            let record = try #require(await service.slowest.first)
            #expect(record.name == "next")
            #expect(record.track == path)
            #expect(record.time(to: .loaded) == MediaTime(seconds: 2))
            #expect(record.timeToEar == MediaTime(seconds: 2.02))
            #expect(record.reason == "opening \(path) took 2.00 s")
            let warnings = player.log.texts(.warning)
            #expect(warnings == ["next: heard after 2.02 s; opening \(path) took 2.00 s."])
            #expect(await service.figures["volume.toEarMax"] == .seconds(0.02))
        }
    }

    @Test func aResumeDuringASlowSkipTakesNothingAway() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            try await service.enqueue(url: try player.makeSilentTrack("slow.wav"))
            let skip = Task { await failure { try await service.nextTrack() } }
            try await player.reach(.preparingCrossfade)
            await player.pass(1)
            try await service.pause()
            try await service.resume()
            await player.pass(1)
            await player.release("slow.wav")
            #expect(await skip.value == nil)
            #expect(await service.figures["next.toEarMax"] == .seconds(2.02))
            #expect(await service.figures["next.mixedMax"] == .seconds(0))
        }
    }

    @Test func aStopIsHeardWhenItsFadeOutBegins() async throws {
        try await TestPlayer.playing([20], configuration: { $0.fadeOutDuration = MediaTime(seconds: 6) }) { player in
            let service = player.service
            await service.stop()
            #expect(await player.kind == .fadingOut)
            #expect(await service.figures["stop.toEarMax"] == .seconds(0.02))
        }
    }

    @Test func tracksThatCannotBePlayedAreCounted() async throws {
        try await TestPlayer.playing([60], configuration: { $0.loadTimeout = 10 }) { player in
            let service = player.service
            let path = try player.makeSilentTrack("slow.wav")
            try await service.enqueue(url: path)
            try await service.enqueue(url: try player.makeTrack("z.wav", seconds: 60))
            let skip = Task { await failure { try await service.nextTrack() } }
            try await player.reach(.preparingCrossfade)
            await player.pass(10)
            #expect(await skip.value == nil)
            #expect(await player.title == "z")
            let reason = await service.slowest.first?.reason
            #expect(reason == "opening \(path), with 1 that can't be played, took 10.00 s")
        }
    }

    @Test func aSearchIsPartOfItsCommand() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play: Void = service.startPlaying(url: path)
            await service.searches(are: 1)
            await player.pass(3)
            gate.open()
            try await play
            let record = try #require(await service.slowest.first)
            #expect(record.name == "play \(path)")
            #expect(record.kind == "open")
            #expect(record.time(to: .decided) == MediaTime(seconds: 3))
            #expect(record.reason == "looking for files took 3.00 s")
        }
    }

    @Test func aSearchThatFindsNothingIsKeptToo() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: "/none.wav") }
            await service.searches(are: 1)
            await player.pass(3)
            gate.open()
            #expect(await play != nil)
            #expect(await service.slowest.map(\.reason) == ["looking for files took 3.00 s"])
        }
    }

    @Test func aCommandWithNothingToDoIsNotAnswered() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            try await service.resume()
            #expect(await service.figures["play.toEarMax"] == nil)
            try await service.nextTrack()
            #expect(await service.figures["next.toEarMax"] != nil)
        }
    }
}

extension AudioPlayerService {
    fileprivate var slowest: [CommandRecord] { host.shell.journal.slowest }
    fileprivate var figures: [String: Figure] {
        Dictionary(uniqueKeysWithValues: host.shell.journal.figures.map { ($0.name, $0.value) })
    }
}
