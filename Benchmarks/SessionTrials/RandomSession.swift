import Foundation
import Logging
import SegueKit
import SegueTestSupport

/// One player that is given random commands at random times, and a recording of what was heard. The seed decides both.
struct RandomSession {
    struct Outcome {
        var commands = 0
        var seconds = 0.0
        var tracks = 0
        var problems: [String] = []
        /// The longest time for which nothing was written while the player played, as seen from outside.
        var standstill = 0.0

        mutating func add(_ other: Outcome) {
            commands += other.commands
            seconds += other.seconds
            tracks += other.tracks
            standstill = max(standstill, other.standstill)
        }
    }

    let seed: UInt64
    let tones: [Tone]
    let folder: URL
    /// The session plays on the sound server, and is not recorded.
    let isThroughServer: Bool

    private static let softest = 0.4
    /// Seconds after which a session is stuck.
    private static let limit = 60
    /// What a person's last command leads to.
    private enum Ending: CaseIterable {
        case playing
        case paused
        case stopped
    }

    func play() async throws -> Outcome {
        var random = SeededRandom(state: seed)
        var outcome = Outcome()
        let heard = folder.appendingPathComponent("\(seed).wav")
        let list = folder.appendingPathComponent("\(seed).m3u")
        try (tones.shuffled(using: &random) + tones.shuffled(using: &random)).map(\.url.path).joined(separator: "\n")
            .write(to: list, atomically: true, encoding: .utf8)
        defer { for file in [heard, list] { try? FileManager.default.removeItem(at: file) } }

        let player = try AudioPlayerService(
            configuration: Self.configuration(&random),
            options: ServiceOptions(output: isThroughServer ? "auto" : "file:\(heard.path)"),
            logger: .silent)
        try await player.setup()
        let told = Task { [events = await player.events] in
            var errors: [String] = []
            for await event in events {
                if case .error(let error) = event { errors.append(error.description) }
                if case .trackSkipped(_, let reason) = event { errors.append(reason) }
            }
            return errors
        }
        try await player.startPlaying(url: list.path)
        let standstill = Task { [isThroughServer] in
            isThroughServer ? 0 : await Self.longestStandstill(of: player, into: heard)
        }
        let course = SessionLog(seed: seed)
        await course.append("play")
        let watch = Task {
            guard (try? await Task.sleep(for: .seconds(Self.limit))) != nil else { return }
            print(await course.stuck(player))
            exit(1)
        }
        defer { watch.cancel() }
        for _ in 0..<Int.random(in: 8...14, using: &random) {
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...500, using: &random)))
            await course.append(await command(to: player, &random))
            // Now and then a person waits: then what was asked for is heard before the next press.
            if Int.random(in: 0..<8, using: &random) == 0 { try await Task.sleep(for: .milliseconds(1500)) }
        }
        let ending = Ending.allCases.randomElement(using: &random) ?? .playing
        await course.append("\(ending)")
        let shown = await end(player, in: ending)
        let log = await course.entries
        let state = await player.state.kind
        standstill.cancel()
        outcome.standstill = await standstill.value
        await player.cleanup()
        outcome.commands = log.count
        for error in await told.value { outcome.problems.append("seed \(seed): \(error)") }

        let expected: Set<PlayerState.Kind> =
            switch ending {
            case .playing: [.playing]
            case .paused: [.paused]
            case .stopped: [.finished, .idle]
            }
        if !expected.contains(state) { outcome.problems.append("seed \(seed): \(state) at the end; \(log)") }
        guard !isThroughServer else { return outcome }

        let recording = try Recording(
            contentsOf: heard, hertz: TonePool.hertz, amplitude: TonePool.amplitude, softest: Self.softest)
        outcome.seconds = recording.seconds
        outcome.tracks = Set(recording.tones.joined()).count
        let last = ending == .stopped ? nil : recording.tones.last { !$0.isEmpty }
        outcome.problems += problems(of: recording).map { "seed \(seed): \($0); \(log.joined(separator: ", "))" }
        if let last, last != [shown] {
            outcome.problems.append("seed \(seed): \(shown) is shown, and \(last) heard at the end; \(log)")
        }
        return outcome
    }

    private static func configuration(_ random: inout SeededRandom) -> Configuration {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: Double.random(in: 1...3, using: &random))
        configuration.skipCrossfadeDuration = MediaTime(seconds: Double.random(in: 0...1, using: &random))
        configuration.fadeInDuration = MediaTime(seconds: 0.1)
        configuration.fadeOutDuration = MediaTime(seconds: 0.2)
        configuration.fadeCurve = FadeCurve.allCases.randomElement(using: &random) ?? .equalPower
        return configuration
    }

    /// Gives a command, and returns its name.
    private func command(to player: AudioPlayerService, _ random: inout SeededRandom) async -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
            try? await player.pause()
            return "pause"
        case 2...3:
            try? await player.resume()
            return "resume"
        case 4...5:
            // Perhaps the first press of a burst.
            Task { try? await player.nextTrack() }
            return "next"
        case 6:
            Task { try? await player.previousTrack() }
            return "previous"
        case 7...8:
            // Half of the seeks go to where the track is about to end, before the next press.
            let length = await player.playbackPosition?.duration ?? 7
            let isLate = Bool.random(using: &random)
            let position = Double.random(in: isLate ? 0.05...0.6 : 0...7, using: &random)
            let target = isLate ? max(length - position, 0) : position
            Task { try? await player.seek(to: target) }
            return "seek to \(target)"
        case 9:
            await player.stop()
            try? await player.resume()
            return "stop and play"
        default:
            let volume = Double.random(in: Self.softest...1, using: &random)
            try? await player.setVolume(volume)
            return "volume \(volume)"
        }
    }

    /// Brings the player to a rest; returns the number of the tone that is shown then.
    private func end(_ player: AudioPlayerService, in ending: Ending) async -> Int {
        try? await player.resume()
        try? await player.seek(to: 0)
        try? await player.nextTrack()
        // Until the tone is heard, without any other.
        for await state in await player.stateUpdates where state.kind == .playing { break }
        try? await Task.sleep(for: .milliseconds(300))
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

    /// The longest time for which the recording did not grow, in seconds, although the player was playing all the
    /// while.
    private static func longestStandstill(of player: AudioPlayerService, into file: URL) async -> Double {
        var (longest, last) = (0.0, (size: 0, since: ContinuousClock.now))
        while !Task.isCancelled {
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
            let state = await player.state.kind
            let isPlaying = state == .playing || state == .crossfading || state == .preparingCrossfade
            if size != last.size || !isPlaying { last = (size, .now) }
            longest = max(longest, (ContinuousClock.now - last.since) / .seconds(1))
            try? await Task.sleep(for: .milliseconds(20))
        }
        return longest
    }

    private func problems(of recording: Recording) -> [String] {
        var problems: [String] = []
        let crowd = recording.longestRun { recording.tones[$0].count > 2 }
        // In the same window, one track may leave and another may come in.
        if crowd.seconds > 2 * Recording.window {
            problems.append("three tracks for \(crowd.seconds) s, \(crowd.start) s in")
        }
        let silence = recording.longestRun { !recording.isAudible[$0] }
        if silence.seconds > 0.3 { problems.append("silence for \(silence.seconds) s, \(silence.start) s in") }
        return problems
    }
}

/// The commands that a session was given.
private actor SessionLog {
    let seed: UInt64
    private(set) var entries: [String] = []

    init(seed: UInt64) {
        self.seed = seed
    }

    func append(_ entry: String) {
        entries.append(entry)
    }

    /// Where the session stands, when it does not go on.
    func stuck(_ player: AudioPlayerService) async -> String {
        let steps = await player.transitions.suffix(12).map { "\($0.time.seconds): \($0.input) -> \($0.to.kind)" }
        let snapshot = await player.snapshot
        return
            "seed \(seed): stuck; \(entries.joined(separator: ", ")); \(await player.state.kind), \(snapshot.status); "
            + steps.joined(separator: "; ")
    }
}

extension Logger {
    /// For a player whose events are checked instead.
    static let silent = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
}
