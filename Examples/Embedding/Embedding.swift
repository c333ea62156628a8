import Glibc
import SegueKit

/// Plays what is named on the command line, one after the other, and says what it does.
@main
enum Example {
    static func main() async {
        do {
            try await play(Array(CommandLine.arguments.dropFirst()))
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    static func play(_ names: [String]) async throws {
        guard let first = names.first else { return say("Name something to play.") }
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 5)
        let player = try AudioPlayerService(configuration: configuration)
        let events = await player.events
        Task { for await event in events { say(event.sentence) } }
        try await player.setup()
        try await player.startPlaying(url: first)
        for name in names.dropFirst() { try await player.enqueue(url: name) }
        for await state in await player.stateUpdates {
            say(state.statusText)
            if state.isTerminal { break }
        }
        await player.cleanup()
    }

    /// Writes at once, also where the output is not a terminal.
    static func say(_ sentence: String) {
        print(sentence)
        fflush(nil)
    }
}
