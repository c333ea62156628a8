import Foundation
import SegueKit
import SegueTestSupport

extension RandomSession {
    /// Gives a command, and returns its name.
    func command(
        to player: AudioPlayerService, _ course: SessionLog, _ random: inout SeededRandom
    ) async -> String {
        switch Int.random(in: 0..<15, using: &random) {
        case 0...1:
            course.waits(for: "the answer to pause")
            try? await player.pause()
            return "pause"
        case 2...3:
            course.waits(for: "the answer to resume")
            try? await player.resume()
            return "resume"
        case 4...5:
            // Possibly the first command of a burst.
            Task { try? await player.nextTrack() }
            return "next"
        case 6:
            Task { try? await player.previousTrack() }
            return "previous"
        case 7...8:
            // Half of the seeks go to a position near the end of the track, before the next command.
            course.waits(for: "the length of the track")
            let length = await player.playbackPosition?.duration ?? 7
            let isLate = Bool.random(using: &random)
            let position = Double.random(in: isLate ? 0.05...0.6 : 0...7, using: &random)
            let target = isLate ? max(length - position, 0) : position
            Task { try? await player.seek(to: target) }
            return "seek to \(target)"
        case 9:
            course.waits(for: "the answers to stop and play")
            await player.stop()
            try? await player.resume()
            return "stop and play"
        case 10...12:
            let isForward = Bool.random(using: &random)
            course.waits(for: "a fade")
            await Self.waitForFade(of: player)
            try? await Task.sleep(for: .milliseconds(Int.random(in: 0...600, using: &random)))
            Task { try? await isForward ? player.nextTrack() : player.previousTrack() }
            return isForward ? "next in a fade" : "previous in a fade"
        default:
            let volume = Double.random(in: Self.softest...1, using: &random)
            course.waits(for: "the answer to a volume")
            try? await player.setVolume(volume)
            return "volume \(volume)"
        }
    }

    /// Waits until a fade is audible, for 3 s at most.
    private static func waitForFade(of player: AudioPlayerService) async {
        let end = ContinuousClock.now + .seconds(3)
        while await player.state.kind != .crossfading, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Brings the player to a rest in a long track; returns the number of the tone that is then shown.
    func end(
        _ player: AudioPlayerService, in ending: Ending, _ course: SessionLog, _ random: inout SeededRandom
    ) async throws -> Int {
        course.waits(for: "the answers to resume, seek and next at the end")
        try? await player.resume()
        try? await player.seek(to: 0)
        try? await player.nextTrack()
        guard let last = tones.filter({ !$0.isShort }).randomElement(using: &random) else { return -1 }
        try await player.startPlaying(url: last.uri)
        course.waits(for: "the last track to be heard without any other")
        for await state in await player.stateUpdates
        where state.kind == .playing && state.currentTrack?.displayTitle == last.name { break }
        try? await Task.sleep(for: .milliseconds(300))
        course.waits(for: "the player to be \(ending)")
        switch ending {
        case .playing: break
        case .paused:
            try? await player.pause()
            for await state in await player.stateUpdates where state.kind == .paused { break }
        case .stopped:
            await player.stop()
            for await state in await player.stateUpdates where state.isTerminal || state == .idle { break }
        }
        let title = await player.currentTrack?.title
        return tones.firstIndex { $0.name == title } ?? -1
    }
}
