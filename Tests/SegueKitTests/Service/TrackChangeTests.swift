import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// Other positions and other tracks: the effects, no-op cases and errors of each call.
@Suite(.timeLimit(.minutes(1))) struct TrackChangeTests {
    // MARK: - Positions

    @Test func skipsAndSeeksWhilePaused() async throws {
        try await TestPlayer.playing([40, 20]) { player in
            let service = player.service
            try await service.pause()
            try await service.seek(to: 10)
            await player.pass(1)
            #expect(await player.position == 10)
            try await service.skipForward()
            await player.pass(1)
            #expect(await player.position == 25)
            try await service.skipForward(by: 2.5)
            await player.pass(1)
            #expect(await player.position == 27.5)
            try await service.skipBackward()
            await player.pass(1)
            #expect(await player.position == 12.5)
            try await service.skipForward(by: -2.5)
            await player.pass(1)
            #expect(await player.position == 10)
            try await service.skipBackward(by: 99)
            await player.pass(1)
            #expect(await player.position == 0)
            try await service.seek(to: -3)
            await player.pass(1)
            #expect(await player.position == 0)
            #expect(await player.kind == .paused)
            #expect(await service.playbackPosition?.duration == 40)

            for call in [AudioPlayerService.seekTo, AudioPlayerService.forward, AudioPlayerService.backward] {
                #expect(await failure { try await call(service)(.nan) }?.field == "seconds")
            }
            // Past the end: the next track; past the end of the last one: nothing, because the player is paused.
            try await service.skipForward(by: 41)
            await player.pass(1)
            #expect(await player.title == "b")
            #expect(await player.kind == .paused)
            try await service.seek(to: .infinity)
            await player.pass(1)
            #expect(await player.title == "b")
            #expect(await player.kind == .paused)
        }
    }

    @Test func seeksWhilePlaying() async throws {
        try await TestPlayer.playing([40], .real) { player in
            let service = player.service
            try await service.seek(to: 30)
            #expect(await player.position >= 30)
            let positions = await service.positionUpdates
            try #require(await positions.first { $0.currentTime > 30.2 } != nil)
            try await service.skipBackward()
            #expect(await player.position < 30)
            try await player.reach(.playing)
            try await service.seek(to: 40)
            #expect(await service.state == .finished)
            try await service.seek(to: 5)
            try await service.skipForward()
            #expect(await service.state == .finished)
            #expect(await player.position == 0)
        }
    }

    // MARK: - Other tracks

    @Test func goesThroughTheQueue() async throws {
        try await TestPlayer.playing([20, 20, 20]) { player in
            let service = player.service
            try await service.previousTrack()
            await player.pass(1)
            #expect(await player.title == "a")
            try await service.nextTrack()
            await player.pass(1)
            #expect(await player.title == "b")
            #expect(await player.kind != .paused)
            try await service.pause()
            try await service.nextTrack()
            await player.pass(1)
            #expect(await player.title == "c")
            #expect(await player.kind == .paused)
            try await service.nextTrack()
            await player.pass(1)
            #expect(await player.title == "c")
            await service.stop()
            try await service.previousTrack()
            await player.pass(1)
            #expect(await player.title == "b")
            #expect(await service.state == .idle)
            try await service.resume()
            #expect(await player.title == "b")
            #expect(await player.kind == .playing)
        }
    }

    @Test func previousMayGoToTheStart() async throws {
        try await TestPlayer.playing(
            [20, 20], configuration: { $0.previousRestartsAfter = MediaTime(seconds: 5) }
        ) { player in
            let service = player.service
            try await service.nextTrack()
            await player.pass(1)
            try await service.pause()
            try await service.seek(to: 6)
            await player.pass(1)
            try await service.previousTrack()
            await player.pass(1)
            #expect(await player.title == "b")
            #expect(await player.position == 0)
            try await service.previousTrack()
            await player.pass(1)
            #expect(await player.title == "a")
        }
    }

    @Test func aSkipThatFailsLeavesWhatPlays() async throws {
        // During the search for the next entry, up to three may have been skipped already.
        for (corrupt, last) in [(6, true), (2, false)] {
            try await TestPlayer.run { player in
                let service = player.service
                try player.makeTrack("0.wav", seconds: 30)
                for index in 1...corrupt { try player.makeCorruptTrack("\(index).wav") }
                if last { try player.makeTrack("9.wav", seconds: 30) }
                try await service.startPlaying(url: player.folder.path)
                let error = await failure { try await service.nextTrack() }
                if last {
                    guard case .skipFailed(attempts: 3, _) = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                } else {
                    #expect(error?.isNothingValid == true)
                }
                #expect(await player.title == "0")
                #expect(await player.kind == .playing)
            }
        }
    }

    @Test func replacesCrossfadingWhilePlaying() async throws {
        // The wanted duration, and the resulting duration.
        let durations: [(Double?, Double)] = [(0.01, 1), (99, 30), (2.5, 2.5), (nil, 4)]
        for (wanted, expected) in durations {
            try await TestPlayer.playing(
                [150], configuration: { $0.crossfadeDuration = MediaTime(seconds: 4) }
            ) { player in
                let service = player.service
                let path = try player.makeTrack("new.wav", seconds: 150)
                try await service.replaceTrack(url: path, crossfadeDuration: wanted)
                let plan = try await player.events.next(\.plan)
                #expect(plan.reason == .replace)
                #expect(plan.kind == .crossfade)
                #expect(plan.duration == MediaTime(seconds: expected))
                #expect(await player.titles == ["new"])
                #expect(await player.title == "new")
                try await player.events.next("transitionStarted")
                #expect(await player.kind == .crossfading)
            }
        }
    }

    @Test func replacesSilentlyWhilePaused() async throws {
        try await TestPlayer.playing([20, 20]) { player in
            let service = player.service
            let path = try player.makeTrack("new.wav", seconds: 20)
            try await service.pause()
            try await service.seek(to: 5)
            try await service.replaceTrack(url: path)
            #expect(await player.titles == ["new", "b"])
            #expect(await player.title == "new")
            #expect(await player.kind == .paused)
            #expect(await player.position == 0)
            #expect(await failure { try await service.replaceTrack(url: path, crossfadeDuration: .nan) } != nil)
            await service.stop()
            #expect(await failure { try await service.replaceTrack(url: path) }?.isInvalidState == true)
            #expect(await player.titles == ["new", "b"])
            await service.cleanup()
            let events = await player.events.rest()
            #expect(!events.contains { $0.kind == "transitionStarted" }, "\(events)")
        }
    }
}
