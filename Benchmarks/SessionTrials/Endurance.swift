import EventLoop
import Foundation
import Logging
import SegueKit
import SegueTestSupport

/// A compressed day: one player, commands without a rest, and measurements of its resources when it is stopped in
/// between.
struct Endurance {
    let tones: [Tone]
    let minutes: Double

    /// The resources of a stopped player.
    private struct Holding: CustomStringConvertible {
        var kilobytes: Int
        var descriptors: Int
        var threads: Int

        static func now() -> Holding {
            let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
            // Without the pages of files: other processes that map the same libraries change their share.
            let line = text.split(separator: "\n").first { $0.hasPrefix("Pss_Anon:") }
            func count(_ folder: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
            }
            return Holding(
                kilobytes: line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0, descriptors: count("/proc/self/fd"),
                threads: count("/proc/self/task"))
        }

        var description: String { "\(kilobytes) KiB, \(descriptors) descriptors, \(threads) threads" }
    }

    /// Runs the trial. Returns the resources that have grown, in words.
    func run() async throws -> [String] {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: 1)
        configuration.skipCrossfadeDuration = MediaTime(seconds: 0.3)
        configuration.fadeInDuration = MediaTime(seconds: 0.1)
        configuration.fadeOutDuration = MediaTime(seconds: 0.1)
        let player = try AudioPlayerService(
            configuration: configuration, options: ServiceOptions(output: "null"), logger: .silent)
        try await player.setup()
        // A short queue again and again: each entry that has been heard keeps its tags and its number of plays.
        for tone in tones { try await player.enqueue(url: tone.uri) }
        try await player.setRepeat(.queue)
        var random = SeededRandom(state: 1)
        var commands = 0
        var readings: [Holding] = []
        let start = ContinuousClock.now
        let rounds = 20
        for round in 1...rounds {
            let end = start + .seconds(minutes * 60 * Double(round) / Double(rounds))
            while ContinuousClock.now < end {
                await command(to: player, &random)
                commands += 1
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
            }
            readings.append(await rest(player))
            print("after \(commands) commands: \(readings[round - 1])")
        }
        await player.cleanup()
        // The first fifth fills caches and thread pools.
        let (early, late) = (readings[rounds / 5..<rounds * 2 / 5], readings[rounds * 4 / 5..<rounds])
        return [
            growth("KiB", early.map(\.kilobytes), late.map(\.kilobytes), allowed: 1024),
            growth("descriptors", early.map(\.descriptors), late.map(\.descriptors), allowed: 0),
            growth("threads", early.map(\.threads), late.map(\.threads), allowed: 2),
        ].compactMap { $0 }
    }

    /// Compares the lowest readings of both periods: a momentary use does not count as growth.
    private func growth(_ what: String, _ early: [Int], _ late: [Int], allowed: Int) -> String? {
        guard let before = early.min(), let after = late.min(), after > before + allowed else { return nil }
        return "\(what): \(before) in the second fifth, \(after) in the last"
    }

    private func command(to player: AudioPlayerService, _ random: inout SeededRandom) async {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...6: try? await player.nextTrack()
        case 7: try? await player.previousTrack()
        case 8...11: try? await player.seek(to: Double.random(in: 0...8, using: &random))
        case 12...13: try? await player.pause()
        case 14: await player.stop()
        case 15: try? await player.setVolume(Double.random(in: 0...1, using: &random))
        case 16:
            guard let tone = tones.randomElement(using: &random) else { return }
            try? await player.replaceTrack(url: tone.uri)
        default: try? await player.resume()
        }
        if await player.currentTrack == nil { try? await player.startPlaying(url: tones[0].uri) }
    }

    /// Stops the player, and waits until it has released its resources.
    private func rest(_ player: AudioPlayerService) async -> Holding {
        try? await player.finish(fadeDuration: 0)
        try? await Task.sleep(for: .seconds(1))
        // How much of the heaps is free depends on what was freed last, and hides what is in use.
        ProcessMemory.releaseFreeHeap()
        return Holding.now()
    }
}
