import EventLoop
import Logging
import SegueCore
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

/// Commands of a service as operations: their order, which overtakes which, what is refused, and what the log says.
@Suite(.timeLimit(.minutes(1))) struct OperationTests {
    @Test func aStopCallsOffWhatHasNotBegun() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: path) }
            await service.operations(are: 1)
            async let next = failure { try await service.nextTrack() }
            await service.operations(are: 2)
            async let volume = failure { try await service.setVolume(0.5) }
            await service.operations(are: 3)
            await service.stop()
            #expect(await player.kind == .fadingOut)
            #expect(await play?.isInvalidState == true)
            #expect(await next?.isInvalidState == true)
            // That command starts nothing, so it is carried out.
            #expect(await volume == nil)
            #expect(await service.snapshot.volume == 0.5)
            gate.open()
            await player.pass(0.3)
            try await player.reach(.finished)
            #expect(await player.titles == ["a", "b"])
            let metrics = await service.queueMetrics()
            #expect(metrics.cancellations == [.playback: 1, .navigation: 1])
            #expect(metrics.depth == 0)
            let lines = player.log.texts(.debug)
            #expect(lines.contains { $0.hasSuffix("play \(path): superseded by a stop while it ran") }, "\(lines)")
            #expect(lines.contains { $0.hasSuffix("next: superseded by a stop while it waited") }, "\(lines)")
        }
    }

    @Test func aStopOvertakesWhatAClientPlays() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let answer = service.playForClient(path)
            await service.operations(are: 1)
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

    /// What is looked for is about to start something, and what waits behind it too.
    @Test func aCancelOvertakesWhatWaits() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: path) }
            await service.operations(are: 1)
            async let skip = failure { try await service.nextTrack() }
            await service.operations(are: 2)
            async let cancel: Void = service.cancel()
            #expect(await skip?.isInvalidState == true)
            gate.open()
            #expect(await play?.isInvalidState == true)
            await cancel
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
            await service.operations(are: 1)
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
            while await service.queueMetrics().operations[.navigation] != 15 { await Task.yield() }
            await service.operations(are: 0)
            await player.pass(0.2)
            let errors = await skips.value
            #expect(errors.count { $0 == nil } >= 1)
            #expect(errors.allSatisfy { $0?.isInvalidState ?? true }, "\(errors)")
            #expect(await player.title == "25")
            // The entries that the burst passed by were never opened.
            await service.cleanup()
            let loads = await player.events.rest().filter { $0.kind == "loadStarted" }
            #expect(loads.count <= 5, "\(loads)")
        }
    }

    @Test func aCommandWaitsForThoseBeforeIt() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play: Void = service.startPlaying(url: path)
            await service.operations(are: 1)
            async let pause: Void = service.pause()
            await service.operations(are: 2)
            #expect(await service.state == .idle)
            gate.open()
            try await play
            try await pause
            #expect(await player.kind == .paused)
            #expect(await player.title == "a")
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

    @Test func aQueueThatIsFullRefusesAllButAStop() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let gate = await service.holdSearch()
            async let play = failure { try await service.startPlaying(url: path) }
            await service.operations(are: 1)
            let waiting = Task {
                await withTaskGroup(of: AudioPlayerError?.self) { group in
                    for _ in 1..<100 { group.addTask { await failure { try await service.setVolume(0.5) } } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            await service.operations(are: 100)
            #expect(await failure { try await service.pause() } == .queueFull(limit: 100))
            #expect(await service.queueMetrics().refused == 1)
            let warnings = player.log.texts(.warning)
            #expect(warnings.contains { $0.hasSuffix("makes 81 of at most 100 operations") }, "\(warnings)")
            #expect(warnings.contains { $0.hasSuffix("pause: refused, 100 operations are waiting") }, "\(warnings)")
            await service.stop()
            gate.open()
            #expect(await play?.isInvalidState == true)
            #expect(await waiting.value.allSatisfy { $0 == nil })
            let metrics = await service.queueMetrics()
            // And the stop.
            #expect(metrics.peakDepth == 101)
            #expect(metrics.cancellations == [.playback: 1])
        }
    }

    @Test func everyLineOfAnOperationNamesIt() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            try await service.startPlaying(url: path)
            try await service.pause()
            try await service.seek(to: 90)
            await service.stop()
            let lines = player.log.texts(.debug).filter { $0.hasPrefix("#") }
            // Setup, play, pause, seek and stop, each with its beginning, its turn and its end.
            #expect(lines.count == 15, "\(lines)")
            for (number, name) in ["setup", "play \(path)", "pause", "seek to 1:30", "stop"].enumerated() {
                let own = lines.filter { $0.hasPrefix("#\(number + 1) \(name): ") }
                #expect(own.count == 3, "\(lines)")
            }
            let metrics = await service.queueMetrics()
            #expect(metrics.operations == [.playback: 3, .navigation: 1, .stop: 1])
            #expect(metrics.succeeded == 5)
            #expect(metrics.wait.p50 <= metrics.wait.p95 && metrics.wait.p95 <= metrics.wait.p99)
            #expect(metrics.execution.p99 <= metrics.execution.highest)
            #expect(metrics.utilization > 0 && metrics.utilization < 1)
        }
    }
}
