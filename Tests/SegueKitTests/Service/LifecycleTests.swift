import EventLoop
import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// From `init` to `cleanup`, and the results of calls before and after.
@Suite(.timeLimit(.minutes(1))) struct LifecycleTests {
    private struct Call: Sendable {
        let name: String
        let give: @Sendable (AudioPlayerService) async throws -> Void

        init(_ name: String, _ give: @escaping @Sendable (AudioPlayerService) async throws -> Void) {
            self.name = name
            self.give = give
        }
    }

    /// Every call that can throw, except the setup.
    private static let calls = [
        Call("startPlaying") { try await $0.startPlaying(url: "/a.wav") },
        Call("enqueue") { try await $0.enqueue(url: "/a.wav") }, Call("pause") { try await $0.pause() },
        Call("resume") { try await $0.resume() }, Call("finish") { try await $0.finish(fadeDuration: 1) },
        Call("skipForward") { try await $0.skipForward() }, Call("skipBackward") { try await $0.skipBackward() },
        Call("seek") { try await $0.seek(to: 1) }, Call("replaceTrack") { try await $0.replaceTrack(url: "/a.wav") },
        Call("nextTrack") { try await $0.nextTrack() }, Call("previousTrack") { try await $0.previousTrack() },
        Call("setVolume") { try await $0.setVolume(0.5) }, Call("reset") { try await $0.reset() },
        Call("preload") { try await $0.preload(url: "/a.wav") }, Call("clear") { try await $0.clear() },
        Call("play") { try await $0.play(EntryID(rawValue: 1)) },
        Call("jump") { try await $0.jump(to: EntryID(rawValue: 1)) },
        Call("remove") { try await $0.remove([EntryID(rawValue: 1)]) },
        Call("move") { try await $0.move(EntryID(rawValue: 1), to: .first) },
        Call("sort") { try await $0.sort(by: .title) }, Call("setRepeat") { try await $0.setRepeat(.queue) },
        Call("setShuffle") { try await $0.setShuffle(true) }, Call("set") { try await $0.set(.single, to: true) },
        Call("rate") { try await $0.rate(EntryID(rawValue: 1), 1) },
        Call("sleep") { try await $0.sleep(after: 60) }, Call("selectOutput") { try await $0.selectOutput("null") },
        Call("configure") { try await $0.configure(Configuration()) },
    ]

    @Test func aConfigurationOutOfRangeMakesNoPlayer() {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 31)
        #expect(throws: AudioPlayerError.self) { try AudioPlayerService(configuration: configuration) }
    }

    @Test func beforeItsSetupItAnswersAndRefuses() async throws {
        try await TestPlayer.run(isSetUp: false) { player in
            let service = player.service
            #expect(await service.state == .idle)
            #expect(await service.currentTrack == nil)
            #expect(await service.playbackPosition == nil)
            #expect(await service.queue.isEmpty)
            #expect(await service.transitions.isEmpty)
            #expect(await service.configuration.crossfadeDuration == MediaTime(seconds: 1))
            for call in Self.calls {
                guard case .invalidState("not set up", _) = await failure(of: { try await call.give(service) }) else {
                    Issue.record("\(call.name) was not refused")
                    continue
                }
            }
            await service.stop()
            #expect(await service.state == .idle)
        }
    }

    @Test func aSecondSetupDoesNothing() async throws {
        try await TestPlayer.run(isSetUp: false) { player in
            let service = player.service
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await service.setup() } }
                try await group.waitForAll()
            }
            try await player.play([5])
            try await service.setup()
            #expect(await player.kind == .playing)
            await service.cleanup()
            let outputs = await player.events.rest().filter { $0.kind == "outputReady" }
            #expect(outputs == [.outputReady(name: "null", fallback: nil)])
        }
    }

    @Test func afterItsCleanupItAnswersAndRefuses() async throws {
        try await TestPlayer.playing([5, 5]) { player in
            let service = player.service
            await service.cleanup()
            await service.cleanup()
            #expect(await service.state == .finished)
            #expect(await player.titles == ["a", "b"])
            #expect(await player.title == "a")
            #expect(await player.position < 5)
            for call in Self.calls + [Call("setup") { try await $0.setup() }] {
                guard case .invalidState("closed", _) = await failure(of: { try await call.give(service) }) else {
                    Issue.record("\(call.name) was not refused")
                    continue
                }
            }
            await service.stop()
            #expect(await service.state == .finished)
        }
    }

    @Test func aCleanupBeforeTheSetupCloses() async throws {
        try await TestPlayer.run(isSetUp: false) { player in
            let states = await player.service.stateUpdates
            await player.service.cleanup()
            var seen: [PlayerState] = []
            for await state in states { seen.append(state) }
            #expect(seen == [.idle])
            #expect(await failure(of: { try await player.service.setup() })?.isInvalidState == true)
        }
    }

    @Test func aCleanupEndsAFadeOutAtOnce() async throws {
        try await TestPlayer.playing([20], configuration: { $0.fadeOutDuration = MediaTime(seconds: 10) }) { player in
            await player.service.stop()
            #expect(await player.kind == .fadingOut)
            await player.service.cleanup()
            #expect(await player.service.state == .finished)
        }
    }

    @Test func aCleanupAnswersThoseWhoWait() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 5)
            let gate = await service.holdSearch()
            // Both calls search for their files.
            async let first = failure { try await service.startPlaying(url: path) }
            async let second = failure { try await service.enqueue(url: path) }
            await service.searches(are: 2)
            await service.cleanup()
            gate.open()
            let errors = await [first, second]
            #expect(errors.allSatisfy { $0?.isInvalidState == true }, "\(errors)")
            #expect(await service.queue.isEmpty)
        }
    }

    @Test func aCleanupAnswersWhoWaitsForALoad() async throws {
        let server = try SilentServer()
        try await TestPlayer.run(.real) { player in
            let service = player.service
            async let play = failure { try await service.startPlaying(url: server.url) }
            try await player.reach(.preparing)
            await service.cleanup()
            #expect(await play?.isInvalidState == true)
            #expect(await service.state == .idle)
        }
    }

    @Test func itIsLetGoOfWithItsThread() async throws {
        weak var service: AudioPlayerService?
        weak var loop: EventLoop?
        try await TestPlayer.playing([5], .real) { player in
            service = player.service
            loop = player.service.loop
        }
        while service != nil || loop != nil { await Task.yield() }
    }

    @Test func onALoopOfTheProgramItLeavesThatAlone() async throws {
        let loop = try EventLoop.startThread(name: "program")
        defer { loop.stop() }
        let folder = TemporaryFolder()
        try folder.write("a.wav", Tone.wave(seconds: 2))
        let service = try AudioPlayerService(
            configuration: Configuration(), options: ServiceOptions(output: "null"), logger: LogRecord().logger,
            loop: loop)
        try await service.setup()
        try await service.startPlaying(url: folder.file("a.wav"))
        #expect(await service.state.kind == .playing)
        await service.cleanup()
        await withCheckedContinuation { continuation in loop.perform { continuation.resume() } }
    }

    @Test func theSessionGoesOnWhereItWas() async throws {
        let folder = TemporaryFolder()
        let sessionPath = TemporaryFolder()
        let path = sessionPath.file("session.sqlite")
        try await TestPlayer.run(.real, sessionPath: path, folder: folder) { player in
            try await player.play([20, 20])
            try await player.service.nextTrack()
            try await player.service.pause()
            try await player.service.seek(to: 7.5)
            try await player.service.setVolume(0.25)
            #expect(await player.kind == .paused)
        }
        try await TestPlayer.run(.real, sessionPath: path, folder: folder, isSetUp: false) { player in
            let tracks = await player.service.trackUpdates
            try await player.service.setup()
            try #require(await tracks.first { $0?.title == "b" } != nil)
            try await player.reach(.paused)
            #expect(await player.titles == ["a", "b"])
            #expect(abs(await player.position - 7.5) < 0.001)
            #expect(await player.service.snapshot.volume == 0.25)
            try await player.service.resume()
            #expect(await player.kind == .playing)
            let positions = await player.service.positionUpdates
            try #require(await positions.first { $0.currentTime > 7.6 } != nil)
        }
    }
}
