import SegueKit

@main
enum Example {
    static func main() async throws {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 5)
        let player = try AudioPlayerService(configuration: configuration)
        let events = await player.events
        Task { for await event in events { print(event.sentence) } }
        try await player.setup()
        try await player.startPlaying(url: CommandLine.arguments[1])
        for url in CommandLine.arguments.dropFirst(2) { try await player.enqueue(url: url) }
        for await state in await player.stateUpdates {
            print(state.statusText)
            if state.isTerminal { break }
        }
        await player.cleanup()
    }
}
