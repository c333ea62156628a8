import Foundation
import Logging
import SegueKit
import SegueTestSupport

/// One player that receives random commands at random times, and a recording of its output. The seed decides the
/// commands and the times.
struct RandomSession {
    struct Outcome {
        var commands = 0
        var seconds = 0.0
        var tracks = 0
        var problems: [String] = []
        /// The longest time for which the player reported Playing and was silent, measured from outside.
        var silence = 0.0

        mutating func add(_ other: Outcome) {
            commands += other.commands
            seconds += other.seconds
            tracks += other.tracks
            problems += other.problems
            silence = max(silence, other.silence)
        }
    }

    let seed: UInt64
    let tones: [Tone]
    let folder: URL
    let servers: HangingServers
    /// The sink of the sound server to play to; nil for a file, or a server that hangs.
    let sink: TrialSink?

    static let softest = 0.4
    /// The URI of a server that does not exist.
    private static let deadAddress = "http://127.0.0.1:9/dead.mp3"
    /// The state that the last command leads to.
    enum Ending: CaseIterable {
        case playing
        case paused
        case stopped
    }

    /// The difficulties of a session.
    private struct Hardships {
        var hasDeadAddresses: Bool
        var hasShortTracks: Bool
        var consumes: Bool

        init(_ random: inout SeededRandom) {
            hasDeadAddresses = Int.random(in: 0..<3, using: &random) == 0
            hasShortTracks = Bool.random(using: &random)
            consumes = Int.random(in: 0..<4, using: &random) == 0
        }
    }

    /// True if the session plays on its own sound server, which hangs.
    private var hangs: Bool { seed % 10 == 0 && sink == nil }

    /// Plays the session. Ends the process with 1 if a step of the session takes longer than `Watchdog` allows.
    func play() async throws -> Outcome {
        if hangs { await servers.waitForTurn() }
        let course = SessionLog()
        let watchdog = Watchdog(seed: seed, watching: course)
        let outcome: Result<Outcome, any Error>
        do {
            course.waits(for: "the recording")
            let stage = try await stage()
            defer { stage.end() }
            outcome = .success(try await play(on: stage, course, watchdog))
        } catch {
            outcome = .failure(error)
        }
        watchdog.end()
        if hangs { await servers.endTurn() }
        return try outcome.get()
    }

    private func stage() async throws -> Stage {
        if hangs { return .hangingServer(try await servers.start()) }
        guard let sink else { return .file(folder.appendingPathComponent("\(seed).wav")) }
        let recording = folder.appendingPathComponent("\(seed).heard")
        return .sink(sink, recording, try await BackgroundPrograms.shared.record(sink.name, into: recording.path))
    }

    private func play(on stage: Stage, _ course: SessionLog, _ watchdog: Watchdog) async throws -> Outcome {
        var random = SeededRandom(state: seed)
        let hardships = Hardships(&random)
        var outcome = Outcome()
        let list = folder.appendingPathComponent("\(seed).m3u")
        try addresses(hardships, &random).joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: list) }

        course.waits(for: "the player's setup")
        let player = try AudioPlayerService(
            configuration: Self.configuration(&random), options: ServiceOptions(output: stage.output),
            logger: .silent)
        watchdog.watch(player)
        try await player.setup()
        let told = Task { [events = await player.events] in
            var errors: [String] = []
            for await event in events {
                if case .error(let error) = event { errors.append(error.description) }
                if case .trackSkipped(_, let reason) = event { errors.append(reason) }
            }
            return errors
        }
        if hardships.consumes { try await player.run(.setMode(.consume, true)) }
        course.waits(for: "the start of the queue")
        try await player.startPlaying(url: list.path)
        let watch = SessionWatch(
            player, hearing: stage.sound(louderThan: TonePool.amplitude * Self.softest * 0.02))
        let looks = Task { await watch.follow(course) }
        course.append("play")
        var trouble: Task<Void, Never>?
        if case .hangingServer(let server) = stage {
            trouble = Task { [seed] in await Self.trouble(server, course, seed) }
        }
        for _ in 0..<Int.random(in: 8...14, using: &random) {
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...500, using: &random)))
            course.append(await command(to: player, course, &random))
            // Occasionally the user waits, so that the last command becomes audible before the next one.
            if Int.random(in: 0..<8, using: &random) == 0 { try await Task.sleep(for: .milliseconds(1500)) }
        }
        course.waits(for: "the server's recovery")
        trouble?.cancel()
        await trouble?.value
        let ending = Ending.allCases.randomElement(using: &random) ?? .playing
        course.append("\(ending)")
        let shown = try await end(player, in: ending, course, &random)
        let log = course.entries
        course.waits(for: "the last look at the player")
        let account = await course.account(of: player)
        let state = await player.state.kind
        looks.cancel()
        await looks.value
        outcome.silence = watch.longestSilence
        course.waits(for: "the player's cleanup")
        await player.cleanup()
        outcome.commands = log.count
        for error in await told.value
        where tones.contains(where: { error.contains($0.name) }) || !hardships.hasDeadAddresses && !hangs {
            outcome.problems.append("seed \(seed): \(error)")
        }
        outcome.problems += watch.problems.map { "seed \(seed): \($0)" }

        let expected: Set<PlayerState.Kind> =
            switch ending {
            case .playing: [.playing]
            case .paused: [.paused]
            case .stopped: [.finished, .idle]
            }
        if !expected.contains(state) { outcome.problems.append("seed \(seed): \(state) at the end; \(log)") }
        guard case .file(let heard) = stage else { return outcome }
        course.waits(for: "the tones in the recording")

        let recording = try Recording(
            contentsOf: heard, hertz: TonePool.hertz, amplitude: TonePool.amplitude, softest: Self.softest)
        outcome.seconds = recording.seconds
        outcome.tracks = Set(recording.tones.joined()).count
        let last = ending == .stopped ? nil : recording.tones.last { !$0.isEmpty }
        outcome.problems += problems(of: recording, isStopped: ending == .stopped).map {
            "seed \(seed): \($0); \(account); heard: \(recording.course)"
        }
        if let last, last != [shown] {
            outcome.problems.append("seed \(seed): \(shown) is shown, and \(last) heard at the end; \(log)")
        }
        return outcome
    }

    /// Returns the queue: all long tracks twice, and the difficult entries between them.
    private func addresses(_ hardships: Hardships, _ random: inout SeededRandom) -> [String] {
        let (long, short) = (tones.filter { !$0.isShort }, tones.filter(\.isShort))
        let order = long.shuffled(using: &random) + long.shuffled(using: &random)
        return order.flatMap { tone in
            var addresses = [tone.uri]
            if hardships.hasShortTracks, Bool.random(using: &random) {
                addresses += short.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map(
                    \.uri)
            }
            if hardships.hasDeadAddresses, Int.random(in: 0..<3, using: &random) == 0 {
                addresses.append(Self.deadAddress)
            }
            return addresses
        }
    }

    /// Stops the server from time to time, until the task is cancelled.
    private static func trouble(_ server: HangingServer, _ course: SessionLog, _ seed: UInt64) async {
        var random = SeededRandom(state: seed &+ 1)
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(Double.random(in: 0.5...3, using: &random)))
            guard !Task.isCancelled else { break }
            course.append("the server hangs")
            server.hang()
            try? await Task.sleep(for: .seconds(Double.random(in: 0.2...5, using: &random)))
            server.recover()
            course.append("the server goes on")
        }
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

    private func problems(of recording: Recording, isStopped: Bool) -> [String] {
        var problems: [String] = []
        // Several short tracks may be over within a window.
        // A skip in a fade fades both tracks out.
        let crowd = recording.longestRun { recording.tones[$0].count { !tones[$0].isShort } > 3 }
        // In the same window, one track may leave and another may come in.
        if crowd.seconds > 2 * Recording.window {
            problems.append("four tracks for \(crowd.seconds) s, \(crowd.start) s in")
        }
        // After a stop, the player writes silence until it is shut down.
        let end = isStopped ? recording.isAudible.lastIndex(of: true) ?? 0 : recording.isAudible.count
        let silence = recording.longestRun { $0 < end && !recording.isAudible[$0] }
        if silence.seconds > 0.3 { problems.append("silence for \(silence.seconds) s, \(silence.start) s in") }
        return problems
    }
}

extension Logger {
    /// The logger of a player whose events are checked instead.
    static let silent = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
}
