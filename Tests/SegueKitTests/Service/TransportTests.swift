import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// Pause, resume, stop, finish, reset and the volume: the effects, no-op cases and errors of each call.
@Suite(.timeLimit(.minutes(1))) struct TransportTests {
    @Test func pausesAndGoesOn() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            try await service.resume()
            #expect(await player.kind == .playing)
            try await service.pause()
            #expect(await player.kind == .paused)
            let steps = await service.transitions
            try await service.pause()
            #expect(await service.transitions == steps)
            try await service.resume()
            #expect(await player.kind == .playing)
            try await service.resume()
            #expect(await player.kind == .playing)
            #expect(await service.transitions.map(\.to.kind) == [.preparing, .playing, .paused, .playing])
            #expect(await service.transitions.map(\.input).last == "resume")
        }
    }

    @Test func aFadeIsPausedWhereItIs() async throws {
        try await TestPlayer.playing([20, 20], configuration: { $0.skipCrossfadeDuration = MediaTime(seconds: 8) }) {
            player in
            let service = player.service
            try await service.nextTrack()
            try await player.events.next("transitionStarted")
            try await service.pause()
            guard case .crossfadePaused(let from, let to, let progress, _, _) = await service.state else {
                Issue.record("\(await service.state)")
                return
            }
            #expect(from.displayTitle == "a" && to.displayTitle == "b")
            #expect(progress < 1)
            try await service.resume()
            #expect(await player.kind == .crossfading)
            // A seek in a fade moves the incoming track, and the fade is over.
            try await service.seek(to: 5)
            let isCompleted = try await player.events.next {
                if case .transitionFinished(_, let completed) = $0 { completed } else { nil }
            }
            #expect(!isCompleted)
            #expect(await player.title == "b")
            #expect(await player.position >= 5)
        }
    }

    @Test func nothingToPlayIsAnErrorAndNothingToPauseIsNone() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            #expect(await failure { try await service.resume() }?.isNothingValid == true)
            try await service.pause()
            await service.stop()
            try await service.finish()
            try await service.reset()
            try await service.nextTrack()
            try await service.previousTrack()
            try await service.skipForward()
            try await service.skipBackward()
            try await service.seek(to: 3)
            #expect(await service.state == .idle)
            #expect(await service.transitions.isEmpty)
        }
    }

    @Test func stopFadesOutAndResumeGoesOn() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let states = await service.stateUpdates
            await service.stop()
            await service.stop()
            await player.pass(0.3)
            try #require(await states.first { $0 == .finished } != nil)
            let steps = await service.transitions.map(\.to)
            guard case .fadingOut(_, MediaTime(seconds: 0.3)) = steps[2] else {
                Issue.record("\(steps)")
                return
            }
            #expect(steps.count == 4)
            await service.stop()
            try await service.finish(fadeDuration: 1)
            try await service.pause()
            #expect(await service.state == .finished)
            let place = await player.position
            #expect(place >= 0.3, "where it fell silent")
            try await service.resume()
            #expect(await player.kind == .playing)
            #expect(await player.position >= place)
            // Already silent, so the stop is immediate.
            try await service.pause()
            await service.stop()
            #expect(await service.state == .idle)
        }
    }

    @Test func finishTakesTheTimeItIsGiven() async throws {
        try await TestPlayer.playing([20], configuration: { $0.fadeOutDuration = MediaTime(seconds: 12) }) { player in
            let service = player.service
            for duration in [-0.1, 30.1, .infinity] {
                #expect(await failure { try await service.finish(fadeDuration: duration) }?.field == "fadeOutDuration")
            }
            #expect(await failure { try await service.finish(fadeDuration: .nan) }?.field == "seconds")
            #expect(await player.kind == .playing)
            try await service.finish()
            guard case .fadingOut(_, MediaTime(seconds: 12)) = await service.state else {
                Issue.record("\(await service.state)")
                return
            }
            try await service.finish(fadeDuration: 5)
            #expect(await player.kind == .fadingOut)
            try await service.finish(fadeDuration: 0)
            #expect(await service.state == .finished)
            try await service.resume()
            await player.pass(0.2)
            try await service.finish(fadeDuration: 0.2)
            #expect(await player.kind == .fadingOut)
            await player.pass(0.2)
            try await player.reach(.finished)
        }
    }

    @Test func whatFollowsAStopAtOnceIsHeededToo() async throws {
        // A lost stop would last as long as the track.
        try await TestPlayer.playing([600], .real, configuration: { $0.fadeOutDuration = .zero }) { player in
            let service = player.service
            // The former audio is still on its way to the ear.
            await service.stop()
            try await service.resume()
            try await service.finish(fadeDuration: 0.2)
            try await player.reach(.finished)
            try await service.resume()
            let positions = await service.positionUpdates
            try #require(await positions.first { $0.currentTime > 0.1 } != nil)
            await service.stop()
            try await service.resume()
            try await service.pause()
            #expect(await player.kind == .paused)
            let place = await player.position
            // The time is measured with another player whose audio would have begun at the same time.
            try await TestPlayer.playing([20], .real) { clock in
                let positions = await clock.service.positionUpdates
                try #require(await positions.first { $0.currentTime > 0.4 } != nil)
                let heard = await service.heard
                try #require(await positions.first { $0.currentTime > 0.8 } != nil)
                #expect(await service.heard == heard)
            }
            #expect(await player.position == place)
            try await service.resume()
            try #require(await service.positionUpdates.first { $0.currentTime > place + 0.1 } != nil)
        }
    }

    @Test func resetTakesAnErrorBack() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            try await service.reset()
            #expect(await player.kind == .playing)
            try await service.finish(fadeDuration: 0)
            player.removeTrack("a.wav")
            #expect(await failure { try await service.resume() }?.isNothingValid == true)
            guard case .failed(let error) = await service.state else {
                Issue.record("\(await service.state)")
                return
            }
            #expect(error.isNothingValid)
            try await service.reset()
            #expect(await service.state == .idle)
            #expect(await player.titles == ["a"])
        }
    }

    @Test func theVolumeIsClamped() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            for (volume, expected) in [(0.5, 0.5), (0.5, 0.5), (2, 1), (-1, 0)] {
                try await service.setVolume(volume)
                #expect(await service.snapshot.volume == expected)
            }
            for volume in [Double.nan, .infinity] {
                #expect(await failure { try await service.setVolume(volume) }?.field == "volume")
            }
            #expect(await service.snapshot.volume == 0)
        }
    }
}
