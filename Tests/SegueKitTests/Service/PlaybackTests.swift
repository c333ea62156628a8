import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// Playing, and adding to the queue: the effects and errors of each call.
@Suite(.timeLimit(.minutes(1))) struct PlaybackTests {
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
}
