import EventLoop
import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) struct LiveConfigurationTests {
    private let folder = TemporaryFolder()

    /// A configuration that is followed on a separate loop.
    private final class Player: Sendable {
        let loop: EventLoop
        let live: LoopConfined<LiveConfiguration>
        let updates: AsyncStream<LiveConfiguration.Update>

        init(path: String) async throws {
            let loop = try EventLoop.startThread(name: "test")
            let (updates, continuation) = AsyncStream.makeStream(of: LiveConfiguration.Update.self)
            let file = ConfigurationFile(path: path)
            live = LoopConfined(
                LiveConfiguration(
                    file: file, configuration: file.read()?.configuration ?? Configuration(), loop: loop,
                    worker: DiskWorker()))
            self.loop = loop
            self.updates = updates
            try await onLoop { try $0.start { continuation.yield($0) } }
        }

        deinit { loop.stop() }

        func onLoop<Value: Sendable>(
            _ body: @escaping @Sendable (LiveConfiguration) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                loop.perform { [live] in continuation.resume(with: Result { try body(live.value) }) }
            }
        }

        func set(_ field: ConfigurationField, to value: String) async throws -> Configuration {
            try await withCheckedThrowingContinuation { continuation in
                loop.perform { [live] in
                    live.value.set(field, to: value) { continuation.resume(with: $0) }
                }
            }
        }

        func save(_ configuration: Configuration) async throws -> ConfigurationProblem? {
            await withCheckedContinuation { continuation in
                loop.perform { [live] in
                    live.value.save(configuration) { continuation.resume(returning: $0) }
                }
            }
        }

        func next() async throws -> LiveConfiguration.Update {
            var iterator = updates.makeAsyncIterator()
            return try #require(await iterator.next())
        }
    }

    private func configuration(_ change: (inout Configuration) -> Void) -> Configuration {
        var configuration = Configuration()
        change(&configuration)
        return configuration
    }

    @Test func takesOverWhatReplacesTheFile() async throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        let player = try await Player(path: folder.file("config.toml"))
        try folder.replace("config.toml", with: "fadeInDuration = 2\n")
        let expected = configuration { $0.fadeInDuration = MediaTime(seconds: 2) }
        #expect(try await player.next() == .changed(expected, fields: [.fadeInDuration]))
        #expect(try await player.onLoop { $0.configuration } == expected)
    }

    @Test func takesOverWhatIsWrittenIntoTheFile() async throws {
        let player = try await Player(path: folder.file("config.toml"))
        try folder.write("config.toml", text: "trimSilence = true\n")
        #expect(
            try await player.next() == .changed(configuration { $0.trimSilence = true }, fields: [.trimSilence]))
    }

    @Test func aBadEditKeepsTheLastGoodOne() async throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        let player = try await Player(path: folder.file("config.toml"))
        try folder.replace("config.toml", with: "fadeInDuration = 2\nfadeOutDuration = 99\n")
        guard case .refused(let problems) = try await player.next() else {
            Issue.record("a bad file was taken over")
            return
        }
        #expect(problems.map(\.line) == [2])
        #expect(
            try await player.onLoop { $0.configuration } == configuration { $0.fadeInDuration = MediaTime(seconds: 1) })
        try folder.replace("config.toml", with: "fadeInDuration = 2\nfadeOutDuration = 9\n")
        #expect(
            try await player.next()
                == .changed(
                    configuration {
                        $0.fadeInDuration = MediaTime(seconds: 2)
                        $0.fadeOutDuration = MediaTime(seconds: 9)
                    }, fields: [.fadeInDuration, .fadeOutDuration]))
    }

    @Test func aKeyThatIsNoSettingIsPassedOver() async throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        let player = try await Player(path: folder.file("config.toml"))
        try folder.replace("config.toml", with: "loudness = 3\nfadeInDuration = 2\n")
        guard case .passedOver(let problems) = try await player.next() else {
            Issue.record("the key was not named")
            return
        }
        #expect(problems.map(\.key) == ["loudness"])
        #expect(
            try await player.next()
                == .changed(configuration { $0.fadeInDuration = MediaTime(seconds: 2) }, fields: [.fadeInDuration]))
    }

    @Test func whatCouldNotBeSavedIsTold() async throws {
        // A file instead of the folder.
        try folder.write("file", text: "x")
        let player = try await Player(path: folder.file("file/config.toml"))
        let wanted = configuration { $0.repeatCount = 2 }
        #expect(try await player.save(wanted) != nil)
        #expect(try await player.onLoop { $0.configuration } == Configuration())
        try FileManager.default.removeItem(atPath: folder.file("file"))
        #expect(try await player.save(wanted) == nil)
        #expect(try await player.save(wanted) == nil)
        #expect(try folder.text(of: "file/config.toml").hasSuffix("repeatCount = 2\n"))
    }

    @Test func aFileThatGoesChangesNothing() async throws {
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        let player = try await Player(path: folder.file("config.toml"))
        try FileManager.default.removeItem(atPath: folder.file("config.toml"))
        try folder.write("config.toml", text: "fadeInDuration = 1\n")
        try folder.replace("config.toml", with: "fadeInDuration = 1\nrepeatCount = 2\n")
        #expect(
            try await player.next()
                == .changed(
                    configuration {
                        $0.fadeInDuration = MediaTime(seconds: 1)
                        $0.repeatCount = 2
                    }, fields: [.repeatCount]))
    }

    @Test func aFolderThatComesBackIsFollowed() async throws {
        let player = try await Player(path: folder.file("a/b/config.toml"))
        #expect(FileManager.default.fileExists(atPath: folder.file("a/b")), "the folder is made")
        try FileManager.default.removeItem(atPath: folder.file("a"))
        try FileManager.default.createDirectory(
            atPath: folder.file("a/b"), withIntermediateDirectories: true)
        try folder.write("a/b/config.toml", text: "repeatCount = 2\n")
        #expect(try await player.next() == .changed(configuration { $0.repeatCount = 2 }, fields: [.repeatCount]))
        try folder.replace("a/b/config.toml", with: "repeatCount = 3\n")
        #expect(try await player.next() == .changed(configuration { $0.repeatCount = 3 }, fields: [.repeatCount]))
    }

    @Test func whatALinkLeadsToIsFollowed() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("dotfiles"), withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: folder.file("segue"), withIntermediateDirectories: false)
        try folder.write("dotfiles/config.toml", text: "repeatCount = 1\n")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("segue/config.toml"), withDestinationPath: "../dotfiles/config.toml")
        let player = try await Player(path: folder.file("segue/config.toml"))
        try folder.replace("dotfiles/config.toml", with: "repeatCount = 2\n")
        #expect(try await player.next() == .changed(configuration { $0.repeatCount = 2 }, fields: [.repeatCount]))
    }

    @Test func setIsSavedAndInForceAndNotAnnounced() async throws {
        let player = try await Player(path: folder.file("config.toml"))
        let set = try await player.set(.fadeInDuration, to: "1.5")
        #expect(set == configuration { $0.fadeInDuration = MediaTime(seconds: 1.5) })
        #expect(try folder.text(of: "config.toml").hasSuffix("fadeInDuration = 1.5\n"))
        try folder.replace("config.toml", with: "fadeInDuration = 1.5\nrepeatCount = 2\n")
        let expected = configuration {
            $0.fadeInDuration = MediaTime(seconds: 1.5)
            $0.repeatCount = 2
        }
        #expect(try await player.next() == .changed(expected, fields: [.repeatCount]))
    }

    @Test func aRefusedSetChangesNothing() async throws {
        let player = try await Player(path: folder.file("config.toml"))
        await #expect(throws: ConfigurationProblem.self) { try await player.set(.fadeInDuration, to: "11") }
        #expect(try await player.onLoop { $0.configuration } == Configuration())
        #expect(folder.names == [])
    }

    @Test func afterStopNothingIsAnnounced() async throws {
        let player = try await Player(path: folder.file("config.toml"))
        let other = try await Player(path: folder.file("config.toml"))
        try await player.onLoop { $0.stop() }
        try folder.write("config.toml", text: "repeatCount = 2\n")
        _ = try await other.next()
        #expect(try await player.onLoop { $0.configuration } == Configuration())
    }
}
