import EventLoop
import SegueCore
import Testing

@testable import SegueKit

/// The streams of a service: any number of listeners, none of which delays the player or misses the last value.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    @Test func whoListensBeforeTheSetupMissesNothing() async throws {
        try await TestPlayer.run(.real, isSetUp: false) { player in
            let service = player.service
            let states = await service.stateUpdates
            let tracks = await service.trackUpdates
            let positions = await service.positionUpdates
            var first = states.makeAsyncIterator()
            #expect(await first.next() == .idle)
            var shown = tracks.makeAsyncIterator()
            #expect(await shown.next() == .some(nil))
            try await service.setup()
            try await player.play([20])
            try #require(await states.first { $0.kind == .playing } != nil)
            try #require(await tracks.first { $0?.duration == 20 } != nil)
            try #require(await positions.first { $0.currentTime > 0.1 } != nil)
            #expect(try await player.events.next(\.startedTitle) == "a")
        }
    }

    @Test func everyListenerHasAStreamOfItsOwn() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            var tasks: [Task<(states: [PlayerState.Kind], events: [String]), Never>] = []
            for _ in 0..<40 {
                let states = await service.stateUpdates
                let events = await service.events
                tasks.append(
                    Task {
                        var kinds: [PlayerState.Kind] = []
                        for await state in states { kinds.append(state.kind) }
                        var names: [String] = []
                        for await event in events { names.append(event.kind) }
                        return (kinds, names)
                    })
            }
            try await service.startPlaying(url: path)
            try await service.pause()
            await service.stop()
            await service.cleanup()
            let reference = await player.events.rest().map(\.kind).drop { $0 != "queueChanged" }
            #expect(reference.contains("trackStarted"))
            for task in tasks {
                let (states, events) = await task.value
                #expect(states.last == .idle)
                #expect(events.drop { $0 != "queueChanged" } == reference)
            }
        }
    }

    @Test func aSlowListenerGetsTheLastValue() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let states = await service.stateUpdates
            let tracks = await service.trackUpdates
            let positions = await service.positionUpdates
            for _ in 0..<20 {
                try await service.pause()
                try await service.resume()
            }
            try await service.nextTrack()
            try await service.pause()
            try await service.seek(to: 12)
            let last = await service.state
            #expect(await states.first { _ in true } == last)
            #expect(await tracks.first { _ in true }??.title == "b")
            #expect(await positions.first { _ in true }?.currentTime == 12)
        }
    }

    @Test func aListenerThatIsStuckHoldsNobodyUp() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let gate = Gate()
            let stuck = Latch()
            let states = await service.stateUpdates
            let listener = Task.detached {
                _ = await states.first { _ in true }
                stuck.open()
                gate.wait()
                return await states.first { $0 == .finished }
            }
            await stuck.wait()
            for _ in 0..<50 {
                try await service.pause()
                try await service.resume()
            }
            await service.stop()
            await player.pass(0.3)
            try await player.reach(.finished)
            gate.open()
            #expect(await listener.value == .finished)
        }
    }

    @Test func allStreamsEndWithTheCleanup() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let streams = (
                await service.stateUpdates, await service.trackUpdates, await service.positionUpdates
            )
            await service.cleanup()
            var states: [PlayerState] = []
            for await state in streams.0 { states.append(state) }
            var tracks: [TrackInfo?] = []
            for await track in streams.1 { tracks.append(track) }
            var positions: [PlaybackPosition] = []
            for await position in streams.2 { positions.append(position) }
            // The last value of each stream had not been consumed before.
            #expect(states == [.finished])
            #expect(tracks.map { $0?.title } == ["a"])
            #expect(positions.map(\.duration) == [20])
            #expect(await player.events.rest().last?.kind != nil)
            // Later listeners find the end immediately.
            #expect(await service.stateUpdates.first { _ in true } == nil)
            #expect(await service.trackUpdates.first { _ in true } == nil)
            #expect(await service.positionUpdates.first { _ in true } == nil)
            #expect(await service.events.first { _ in true } == nil)
        }
    }

    @Test func aListenerThatGoesIsForgotten() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            #expect(await service.listeners == [0, 0, 0, 1])
            await player.pass(0.1)
            func listen() async throws {
                // One listener takes a value and leaves, one is cancelled while it waits, one never takes a value.
                _ = await service.stateUpdates.first { _ in true }
                let events = await service.events
                let waiting = Task { for await _ in events {} }
                waiting.cancel()
                await waiting.value
                _ = await service.trackUpdates
                _ = await service.positionUpdates.first { $0.currentTime > 0 }
            }
            for _ in 0..<20 { try await listen() }
            while await service.listeners != [0, 0, 0, 1] { await Task.yield() }
        }
    }

    @Test func positionsComeTwiceASecondWhileSomethingPlaysAndSomebodyListens() async throws {
        try await TestPlayer.playing([60]) { player in
            let service = player.service
            #expect(await !service.isTicking)
            let positions = await service.positionUpdates
            #expect(await service.isTicking)
            var iterator = positions.makeAsyncIterator()
            var seen: [Double] = []
            while seen.count < 5, let position = await iterator.next() {
                #expect(position.duration == 60)
                seen.append(position.currentTime)
                await player.pass(0.5)
            }
            // The first position is the present one.
            #expect(seen == [0, 0.5, 1, 1.5, 2])
            #expect(await iterator.next()?.currentTime == 2.5)

            try await service.pause()
            #expect(await !service.isTicking)
            let paused = await player.position
            #expect(await iterator.next()?.currentTime == paused)
            try await service.seek(to: 30)
            #expect(await iterator.next()?.currentTime == 30)
            #expect(await !service.isTicking)
            try await service.resume()
            #expect(await service.isTicking)
            // Another listener keeps the stream going; when the last one leaves, it ends.
            var other: AsyncStream<PlaybackPosition>? = await service.positionUpdates
            #expect(await other?.first { _ in true } != nil)
            other = nil
            #expect(await service.isTicking)
        }
    }

    @Test func withoutAListenerOrSoundNoClockRuns() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            var positions: AsyncStream<PlaybackPosition>? = await service.positionUpdates
            #expect(await service.isTicking)
            await player.pass(0.5)
            #expect(await positions?.first { $0.currentTime > 0 } != nil)
            positions = nil
            while await service.isTicking { await Task.yield() }
            #expect(await service.listeners[2] == 0)
            positions = await service.positionUpdates
            #expect(await service.isTicking)
            await service.stop()
            #expect(await !service.isTicking)
            await player.pass(0.3)
            try await player.reach(.finished)
            #expect(await positions?.first { _ in true } != nil)
        }
    }
}

extension AudioPlayerService {
    fileprivate var isTicking: Bool { host.streams.isTicking }

    /// The numbers of listeners to states, tracks, positions and events.
    fileprivate var listeners: [Int] {
        [
            host.streams.states.listenerCount, host.streams.tracks.listenerCount,
            host.streams.positions.listenerCount, host.streams.events.listenerCount,
        ]
    }
}
