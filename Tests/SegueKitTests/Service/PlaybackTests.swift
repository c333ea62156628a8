import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// What each call does, when it does nothing, and what it throws.
@Suite(.timeLimit(.minutes(1))) struct PlaybackTests {
    // MARK: - startPlaying, enqueue

    @Test func playsPathsURIsAndFolders() async throws {
        try await TestPlayer.run(.real) { player in
            let service = player.service
            let path = try player.makeTrack("First Light.wav", seconds: 20)
            try await service.startPlaying(url: path)
            #expect(await player.kind == .playing)
            let track = try #require(await service.currentTrack)
            #expect(track.title == "First Light")
            #expect(track.artist == nil)
            #expect(track.duration == 20)
            #expect(track.format == "WAV")

            try player.makeTrack("Long Shadows.wav", seconds: 20)
            let uri = "file://\(player.folder.path)/Long%20Shadows.wav"
            try await service.startPlaying(url: uri)
            let started = try await player.events.next {
                if case .transitionStarted(let record) = $0 { record } else { nil }
            }
            #expect(started.from.displayTitle == "First Light")
            #expect(started.to.displayTitle == "Long Shadows")
            #expect(await player.titles == ["Long Shadows"])

            try await service.startPlaying(url: player.folder.path)
            #expect(await player.titles == ["First Light", "Long Shadows"])
            #expect(await player.title == "First Light")
        }
    }

    @Test func relativePathsAreTakenFromTheWorkingDirectory() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            try player.makeTrack("a.wav", seconds: 20)
            try player.makeTrack("b.wav", seconds: 20)
            let directory = FileAccess.workingDirectory
            let wayUp = directory.split(separator: "/").map { _ in "../" }.joined()
            func relative(_ name: String) -> String { wayUp + player.folder.file(name).dropFirst() }
            try await service.startPlaying(url: relative("a.wav"))
            try await service.enqueue(url: relative("b.wav"))
            #expect(await service.queue.map(\.uri) == ["a.wav", "b.wav"].map { "file://\(player.folder.file($0))" })
            try await service.replaceTrack(url: relative("b.wav"))
            #expect(await player.title == "b")

            for call in [AudioPlayerService.play, AudioPlayerService.add, AudioPlayerService.replace] {
                for name in ["no-music/a.flac", "missing.flac"] {
                    let missing = "\(directory)/\(name)"
                    #expect(await failure { try await call(service)(name) } == .fileNotFound(path: missing))
                    #expect(await failure { try await call(service)("./\(name)") } == .fileNotFound(path: missing))
                }
                for name in ["", "file:relative.flac", "file://a.flac", "ftp://host/a.flac", "~/a.flac"] {
                    #expect(await failure { try await call(service)(name) } != nil, "\(name)")
                }
            }
            #expect(await service.snapshot.status == .playing)
        }
    }

    @Test func aConfigurationComesIntoForceWithTheTrackOrNotAtAll() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            let path = try player.makeTrack("a.wav", seconds: 20)
            let before = await service.configuration
            var configuration = before
            configuration.crossfadeDuration = MediaTime(seconds: 3)
            configuration.enableLooping = true
            await #expect(throws: AudioPlayerError.fileNotFound(path: player.folder.file("gone.wav"))) {
                try await service.startPlaying(url: player.folder.file("gone.wav"), configuration: configuration)
            }
            #expect(await service.configuration == before)
            try await service.startPlaying(url: path, configuration: configuration)
            #expect(await service.configuration == configuration)
            #expect(await service.snapshot.repeatMode == .track)

            configuration.fadeInDuration = MediaTime(seconds: 11)
            let error = await failure { try await service.startPlaying(url: path, configuration: configuration) }
            #expect(error?.field == "fadeInDuration")
            #expect(await service.configuration.fadeInDuration == .zero)
            #expect(await failure { try await service.configure(configuration) }?.field == "fadeInDuration")
            configuration.fadeInDuration = MediaTime(seconds: 1)
            try await service.configure(configuration)
            try await service.configure(configuration)
            #expect(await service.configuration.fadeInDuration == MediaTime(seconds: 1))
        }
    }

    @Test func whatCannotBePlayedLeavesEverythingAsItWas() async throws {
        try await TestPlayer.playing([20]) { player in
            let service = player.service
            let missing = player.folder.file("missing.wav")
            let corrupt = try player.makeCorruptTrack("corrupt.wav")
            let empty = TemporaryFolder()
            let poor = TemporaryFolder()
            try poor.write("a.wav", text: "no sound")
            try poor.write("b.wav", text: "no sound")
            for call in [AudioPlayerService.play, AudioPlayerService.add, AudioPlayerService.replace] {
                #expect(await failure { try await call(service)(missing) } == .fileNotFound(path: missing))
                switch await failure(of: { try await call(service)(corrupt) }) {
                case .fileLoadFailed(corrupt, _), .unsupportedFormat(corrupt, _): break
                case let error: Issue.record("\(String(describing: error))")
                }
                #expect(await failure { try await call(service)(empty.path) } != nil)
                #expect(await failure { try await call(service)(poor.path) }?.isNothingValid == true)
            }
            #expect(await player.titles == ["a"])
            #expect(await player.kind == .playing)
        }
    }

    @Test func addsBehindWhatIsThere() async throws {
        try await TestPlayer.run { player in
            let service = player.service
            try player.makeTrack("a.wav", seconds: 5)
            try player.makeTrack("b.wav", seconds: 5)
            try await service.enqueue(url: player.folder.path)
            #expect(await player.titles == ["a", "b"])
            #expect(await player.title == "a")
            #expect(await service.state == .idle)
            try await service.enqueue(url: player.folder.file("a.wav"))
            #expect(await player.titles == ["a", "b", "a"])
            #expect(Set(await service.queue.map(\.id)).count == 3)
            #expect(await service.queue(in: 1..<99).map(\.displayTitle) == ["b", "a"])
            #expect(await service.queue(in: 7..<9).isEmpty)
        }
    }

    // MARK: - pause, resume, stop, finish, reset

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
        // A stop that is lost would last as long as the track.
        try await TestPlayer.playing([600], .real, configuration: { $0.fadeOutDuration = .zero }) { player in
            let service = player.service
            // The former sound is still on its way to the ear.
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
            // As long as another player takes whose sound would have begun at the same time.
            try await TestPlayer.playing([20], .real) { clock in
                try #require(await clock.service.positionUpdates.first { $0.currentTime > 0.4 } != nil)
            }
            let heard = await service.heard.seconds
            // Carrying out a pause takes a moment; the ramp of sound that nobody told of would take 20 ms.
            #expect(heard <= place + 0.010)
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
            guard case .failed(let error, recoverable: true) = await service.state else {
                Issue.record("\(await service.state)")
                return
            }
            #expect(error.isNothingValid)
            try await service.reset()
            #expect(await service.state == .idle)
            #expect(await player.titles == ["a"])
        }
    }

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
        // In the search for the next entry, up to three may have been passed over already.
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
        // The wanted duration, and the duration that results.
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

extension AudioPlayerService {
    /// The position that has come out of the engine, whatever is shown.
    fileprivate var heard: MediaTime { shell.moment.positions.map(\.heard).max() ?? .zero }

    fileprivate func play(_ url: String) async throws { try await startPlaying(url: url) }
    fileprivate func add(_ url: String) async throws { try await enqueue(url: url) }
    fileprivate func replace(_ url: String) async throws { try await replaceTrack(url: url) }
    fileprivate func seekTo(_ seconds: Double) async throws { try await seek(to: seconds) }
    fileprivate func forward(_ seconds: Double) async throws { try await skipForward(by: seconds) }
    fileprivate func backward(_ seconds: Double) async throws { try await skipBackward(by: seconds) }
}
