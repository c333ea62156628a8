import Logging
import SegueCore
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

/// The order of commands, including requests that search for files.
@Suite(.timeLimit(.minutes(1))) struct DoorTests {
    @Test func aStopCallsOffWhatIsToBePlayed() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: path) }
            async let add: Void = service.enqueue(url: path)
            await service.searches(are: 2)
            await service.stop()
            #expect(await player.kind == .fadingOut)
            #expect(await play?.isInvalidState == true)
            gate.open()
            // A request that only adds to the queue starts no playback, so a stop does not cancel it.
            try await add
            await player.pass(0.3)
            try await player.reach(.finished)
            #expect(await player.titles == ["a", "b", "new"])
            let lines = player.log.texts(.debug)
            #expect(lines.contains("play \(path): cancelled by stop"), "\(lines)")
        }
    }

    @Test("A pause during a search is taken at once, and what is found begins paused", arguments: [true, false])
    func pauseDuringASearch(isOfAClient: Bool) async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let statuses = await service.recordStatuses()
            let gate = await service.holdSearch()
            async let play = failure {
                guard isOfAClient else { return try await service.play(path) }
                _ = try await service.playForClient(path)?.get()
            }
            await service.searches(are: 1)
            try await service.pause()
            #expect(await player.kind == .paused)
            #expect(await player.title == "a")
            gate.open()
            #expect(await play == nil)
            #expect(await player.kind == .paused)
            #expect(await player.title == "new")
            #expect(await player.position == 0)
            #expect(statuses.value == [.playing, .paused], "no client sees it play in between")
            try await service.resume()
            #expect(await player.kind == .playing)
        }
    }

    @Test func aPauseBeforeThereIsAnythingHoldsToo() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play: Void = service.startPlaying(url: path)
            await service.searches(are: 1)
            try await service.pause()
            #expect(await service.state == .idle)
            gate.open()
            try await play
            #expect(await player.kind == .paused)
            #expect(await player.title == "a")
        }
    }

    @Test("What is said last about sound and silence counts", arguments: [Command.play, .toggle])
    func playAfterAPause(last: Command) async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play: Void = service.startPlaying(url: path)
            await service.searches(are: 1)
            try await service.run(.toggle)
            #expect(await player.kind == .paused)
            try await service.run(last)
            #expect(await player.kind == .playing)
            gate.open()
            try await play
            #expect(await player.title == "new")
            #expect(await service.snapshot.status == .playing)
        }
    }

    @Test func aPauseDoesNotHoldWhatIsAskedForLater() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            try await service.pause()
            try await service.startPlaying(url: path)
            #expect(await player.title == "new")
            #expect(await service.snapshot.status == .playing)
        }
    }

    @Test func requestsAreCarriedOutInTheirOrder() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let first = try player.makeTrack("first.wav", seconds: 20)
            let second = try player.makeTrack("second.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let one: Void = service.enqueue(url: first)
            await service.searches(are: 1)
            async let two: Void = service.enqueue(url: second)
            await service.searches(are: 2)
            gate.open()
            try await one
            try await two
            #expect(await player.titles == ["a", "first", "second"])
        }
    }

    @Test func aStopOvertakesWhatAClientPlays() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let answer = service.playForClient(path)
            await service.searches(are: 1)
            await service.stop()
            let opened = await answer
            #expect(opened == .success(OpenedTracks(entries: [])))
            gate.open()
            await player.pass(0.3)
            #expect(await player.titles == ["a"])
        }
    }

    @Test func aStopCallsOffALoad() async throws {
        let server = try SilentServer()
        try await TestPlayer.run(.real) { player in
            let service = player.service
            async let play = failure { try await service.startPlaying(url: server.url) }
            try await player.reach(.preparing)
            await service.stop()
            #expect(await play?.isInvalidState == true)
            #expect(await service.state == .idle)
        }
    }

    @Test func aCancelGivesUpWhatIsBeingOpened() async throws {
        let server = try SilentServer()
        try await TestPlayer.run(.real) { player in
            let service = player.service
            async let play = failure { try await service.startPlaying(url: server.url) }
            try await player.reach(.preparing)
            await service.cancel()
            #expect(await play == .cancelled(attempted: "Opening \(server.url)"))
            #expect(await service.state == .idle)
            #expect(await service.queue.isEmpty, "the queue is that of before")
            await service.cancel()
        }
    }

    @Test func aCancelGivesUpWhatIsLookedFor() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: path) }
            await service.searches(are: 1)
            await service.cancel()
            #expect(await play == .cancelled(attempted: "To play \(path)"))
            gate.open()
            #expect(await player.titles == ["a", "b"])
            #expect(await player.title == "a")
            #expect(await player.kind == .playing)
        }
    }

    @Test func aCallThatIsCancelledGivesUp() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            let play = Task { await failure { try await service.startPlaying(url: path) } }
            await service.searches(are: 1)
            play.cancel()
            #expect(await play.value?.isInvalidState == true)
            gate.open()
            try await service.pause()
            #expect(await player.titles == ["a"])
            #expect(await player.kind == .paused)
        }
    }

    @Test func ofManySkipsTheLastIsHeard() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            for index in 0..<20 { try player.makeTrack("\(10 + index).wav", seconds: 20) }
            try await service.startPlaying(url: player.folder.path)
            let skips = Task {
                await withTaskGroup(of: AudioPlayerError?.self) { group in
                    for _ in 0..<15 { group.addTask { await failure { try await service.nextTrack() } } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            while player.log.texts(.debug).count(where: { $0 == "next: accepted" }) != 15 { await Task.yield() }
            await player.pass(0.2)
            let errors = await skips.value
            #expect(errors.count { $0 == nil } >= 1)
            #expect(errors.allSatisfy { $0?.isInvalidState ?? true }, "\(errors)")
            #expect(await player.title == "25")
            // The entries that the burst skipped were never opened.
            await service.cleanup()
            let loads = await player.events.rest().filter { $0.kind == "loadStarted" }
            #expect(loads.count <= 5, "\(loads)")
        }
    }

    @Test func aSearchForTheQueueHoldsNobodyUp() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let add: Void = service.enqueue(url: path)
            try await service.pause()
            #expect(await player.kind == .paused)
            await service.stop()
            gate.open()
            try await add
            #expect(await player.titles == ["a", "new"])
        }
    }

    @Test func tooManySearchesAreRefused() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let gate = await service.holdSearch()
            let waiting = Task {
                await withTaskGroup(of: AudioPlayerError?.self) { group in
                    for _ in 0..<100 { group.addTask { await failure { try await service.enqueue(url: path) } } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            await service.searches(are: 100)
            #expect(await failure { try await service.enqueue(url: path) } == .queueFull(limit: 100))
            let warnings = player.log.texts(.warning)
            #expect(warnings == ["add \(path): refused, 100 other requests are scanning files."])
            try await service.setVolume(0.5)
            #expect(await service.snapshot.volume == 0.5, "other commands are not held up")
            gate.open()
            #expect(await waiting.value.allSatisfy { $0 == nil })
            #expect(await service.queue.count == 100)
        }
    }

    @Test func everyCommandIsALineOfTheLog() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            try await service.startPlaying(url: path)
            try await service.pause()
            try await service.pause()
            _ = await failure { try await service.configure(Configuration()) }
            let lines = player.log.texts(.debug)
            for line in [
                "play \(path): looking for files", "play \(path): accepted", "pause: accepted",
                "pause: nothing to do", "configure: accepted",
            ] { #expect(lines.contains(line), "\(line) in \(lines)") }
        }
    }

    @Test func everyStateStepIsALineOfTheLog() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            try await service.nextTrack()
            await player.pass(1)
            try await service.pause()
            await service.stop()
            let steps = await service.transitions.map(\.text)
            #expect(steps.contains("playing → preparingCrossfade (skip)"), "\(steps)")
            #expect(steps.suffix(2) == ["playing → paused (pause)", "paused → idle (stop)"])
            #expect(player.log.texts(.debug).filter { $0.contains(" → ") && !$0.hasSuffix(".") } == steps)
        }
    }
}

extension AudioPlayerService {
    /// Records the status after each step that has changed it, beginning with the present status.
    fileprivate func recordStatuses() -> Shared<[Snapshot.PlaybackStatus]> {
        let statuses = Shared([snapshot.status])
        observeSteps { old, new, _ in
            if old.status != new.status { statuses.change { $0.append(new.status) } }
        }
        return statuses
    }
}
