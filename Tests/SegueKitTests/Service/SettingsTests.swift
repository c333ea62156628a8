import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The transfer of settings to the player, into their file and to the next run.
@Suite(.timeLimit(.minutes(1))) struct SettingsTests {
    private let session = TemporaryFolder()

    private func run(_ body: (TestPlayer, ConfigurationFile) async throws -> Void) async throws {
        let file = ConfigurationFile(path: session.file("config.toml"))
        let configuration = file.read()?.configuration ?? Configuration()
        try await TestPlayer.run(
            sessionPath: session.file("session.sqlite"), configuration: { $0 = configuration }
        ) { player in
            await player.service.follow(file, problems: [])
            try await body(player, file)
        }
    }

    @Test func anOutputThatAClientSetsIsChosenAndAllElseConfigured() async throws {
        try await run { player, file in
            var settings = await player.service.configuration
            settings.output = "headphones"
            settings.repeatCount = 2
            let (outcome, unsaved) = await player.service.configureAndSave(settings)
            #expect(outcome == .done && unsaved == nil)
            #expect(await player.service.configuration == settings)
            #expect(await player.service.snapshot.configuration.output == "auto")
            let text = try session.text(of: "config.toml")
            #expect(text.contains("repeatCount = 2\n") && !text.contains("output"))
            settings.repeatCount = nil
            try await player.service.configure(settings)
            #expect(await player.service.configuration == settings)
        }
        try await run { player, _ in
            #expect(await player.service.configuration.output == "headphones")
            #expect(await player.service.snapshot.configuration.output == "auto")
        }
    }

    @Test func anEditOfTheFileTakesThePlaceOfAChoiceAndIsNotWrittenBack() async throws {
        try await run { player, _ in
            var settings = await player.service.configuration
            settings.output = "headphones"
            try await player.service.configure(settings)
            _ = try await player.events.next { $0.isReady("headphones") ? $0 : nil }
            try session.write("config.toml", text: "output = 'speakers'")
            _ = try await player.events.next { $0.isReady("speakers") ? $0 : nil }
            #expect(await player.service.configuration.output == "speakers")
            #expect(await player.service.snapshot.chosenOutput == nil)
        }
        #expect(try session.text(of: "config.toml") == "output = 'speakers'")
    }

    @Test func aBadOutputChangesNothing() async throws {
        try await run { player, file in
            let former = await player.service.configuration
            var settings = former
            settings.output = ""
            settings.repeatCount = 2
            #expect(await failure { try await player.service.configure(settings) }?.field == "output")
            #expect(await player.service.configuration == former)
            #expect(file.read() == nil)
        }
    }
}

extension AudioPlayerService {
    fileprivate func configureAndSave(_ settings: Configuration) async -> (CommandOutcome, String?) {
        await withCheckedContinuation { continuation in
            host.settings.configure(settings) { continuation.resume(returning: ($0, $1)) }
        }
    }
}

extension PlayerEvent {
    fileprivate func isReady(_ output: String) -> Bool {
        if case .outputReady(output, _) = self { true } else { false }
    }
}
