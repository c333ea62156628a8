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
        /// The longest time for which the player said Playing and was silent, as seen from outside.
        var silence = 0.0

        mutating func add(_ other: Outcome) {
            commands += other.commands
            seconds += other.seconds
            tracks += other.tracks
            silence = max(silence, other.silence)
        }
    }

    let seed: UInt64
    let tones: [Tone]
    let folder: URL
    let servers: HangingServers
    /// The session plays on the sound server, and is not recorded.
    let isThroughServer: Bool

    private static let softest = 0.4
    /// Seconds after which a session is stuck.
    private static let limit = 60
    /// Nobody answers there.
    private static let deadAddress = "http://127.0.0.1:9/dead.mp3"
    /// What a person's last command leads to.
    private enum Ending: CaseIterable {
        case playing
        case paused
        case stopped
    }

    /// What makes a session hard.
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

    /// Whether the session plays on a sound server of its own, which hangs.
    private var hangs: Bool { seed % 10 == 0 && !isThroughServer }

    func play() async throws -> Outcome {
        guard hangs else { return try await play(on: nil) }
        let server = try await servers.start()
        do {
            let outcome = try await play(on: server)
            await servers.end(server)
            return outcome
        } catch {
            await servers.end(server)
            throw error
        }
    }

    private func play(on server: HangingServer?) async throws -> Outcome {
        var random = SeededRandom(state: seed)
        let hardships = Hardships(&random)
        var outcome = Outcome()
        let heard = folder.appendingPathComponent("\(seed).wav")
        let list = folder.appendingPathComponent("\(seed).m3u")
        try addresses(hardships, &random).joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        defer { for file in [heard, list] { try? FileManager.default.removeItem(at: file) } }

        let isRecorded = server == nil && !isThroughServer
        let player = try AudioPlayerService(
            configuration: Self.configuration(&random),
            options: ServiceOptions(output: isRecorded ? "file:\(heard.path)" : "auto"), logger: .silent)
        let course = SessionLog()
        let stuck = Task {
            guard (try? await Task.sleep(for: .seconds(Self.limit))) != nil else { return }
            print("seed \(seed): stuck; \(await course.account(of: player))")
            // Not by way of handlers that wait for what is stuck.
            fflush(nil)
            _exit(1)
        }
        defer { stuck.cancel() }
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
        try await player.startPlaying(url: list.path)
        let watch = SessionWatch(player, hearing: sound(of: server, or: isRecorded ? heard : nil))
        let looks = Task { await watch.follow(course) }
        await course.append("play")
        let trouble = server.map { server in Task { [seed] in await Self.trouble(server, course, seed) } }
        for _ in 0..<Int.random(in: 8...14, using: &random) {
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...500, using: &random)))
            await course.append(await command(to: player, &random))
            // Now and then a person waits: then what was asked for is heard before the next press.
            if Int.random(in: 0..<8, using: &random) == 0 { try await Task.sleep(for: .milliseconds(1500)) }
        }
        trouble?.cancel()
        await trouble?.value
        let ending = Ending.allCases.randomElement(using: &random) ?? .playing
        await course.append("\(ending)")
        let shown = try await end(player, in: ending, &random)
        let log = await course.entries
        let account = await course.account(of: player)
        let state = await player.state.kind
        looks.cancel()
        await looks.value
        outcome.silence = watch.longestSilence
        await player.cleanup()
        outcome.commands = log.count
        for error in await told.value
        where tones.contains(where: { error.contains($0.name) }) || !hardships.hasDeadAddresses && server == nil {
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
        guard isRecorded else { return outcome }

        let recording = try Recording(
            contentsOf: heard, hertz: TonePool.hertz, amplitude: TonePool.amplitude, softest: Self.softest)
        outcome.seconds = recording.seconds
        outcome.tracks = Set(recording.tones.joined()).count
        let last = ending == .stopped ? nil : recording.tones.last { !$0.isEmpty }
        outcome.problems += problems(of: recording).map {
            "seed \(seed): \($0); \(account); heard: \(recording.course)"
        }
        if let last, last != [shown] {
            outcome.problems.append("seed \(seed): \(shown) is shown, and \(last) heard at the end; \(log)")
        }
        return outcome
    }

    /// What is in the queue: all long tracks twice, and between them what is hard.
    private func addresses(_ hardships: Hardships, _ random: inout SeededRandom) -> [String] {
        let (long, short) = (tones.filter { !$0.isShort }, tones.filter(\.isShort))
        let order = long.shuffled(using: &random) + long.shuffled(using: &random)
        return order.flatMap { tone in
            var addresses = [tone.url.path]
            if hardships.hasShortTracks, Bool.random(using: &random) {
                addresses += short.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map(
                    \.url.path)
            }
            if hardships.hasDeadAddresses, Int.random(in: 0..<3, using: &random) == 0 {
                addresses.append(Self.deadAddress)
            }
            return addresses
        }
    }

    /// Where the session can be listened to; nil where it can't.
    private func sound(of server: HangingServer?, or file: URL?) -> GrowingSound? {
        let threshold = TonePool.amplitude * Self.softest * 0.02
        if let server { return GrowingSound(server.recording, threshold: threshold, delay: 0.3) }
        // A file gets what was heard twice a second.
        return file.map { GrowingSound($0, header: 70, threshold: threshold, delay: 0.6) }
    }

    /// Stops the server now and then, until the task is cancelled.
    private static func trouble(_ server: HangingServer, _ course: SessionLog, _ seed: UInt64) async {
        var random = SeededRandom(state: seed &+ 1)
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(Double.random(in: 0.5...3, using: &random)))
            guard !Task.isCancelled else { break }
            await course.append("the server hangs")
            server.hang()
            try? await Task.sleep(for: .seconds(Double.random(in: 0.2...5, using: &random)))
            server.recover()
            await course.append("the server goes on")
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

    /// Gives a command, and returns its name.
    private func command(to player: AudioPlayerService, _ random: inout SeededRandom) async -> String {
        switch Int.random(in: 0..<15, using: &random) {
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
        case 10...12:
            let isForward = Bool.random(using: &random)
            await Self.waitForFade(of: player)
            try? await Task.sleep(for: .milliseconds(Int.random(in: 0...600, using: &random)))
            Task { try? await isForward ? player.nextTrack() : player.previousTrack() }
            return isForward ? "next in a fade" : "previous in a fade"
        default:
            let volume = Double.random(in: Self.softest...1, using: &random)
            try? await player.setVolume(volume)
            return "volume \(volume)"
        }
    }

    /// Waits until a fade is heard, for 3 s at most.
    private static func waitForFade(of player: AudioPlayerService) async {
        let end = ContinuousClock.now + .seconds(3)
        while await player.state.kind != .crossfading, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Brings the player to a rest in a long track; returns the number of the tone that is shown then.
    private func end(
        _ player: AudioPlayerService, in ending: Ending, _ random: inout SeededRandom
    ) async throws -> Int {
        try? await player.resume()
        try? await player.seek(to: 0)
        try? await player.nextTrack()
        guard let last = tones.filter({ !$0.isShort }).randomElement(using: &random) else { return -1 }
        try await player.startPlaying(url: last.url.path)
        // Until the tone is heard, without any other.
        for await state in await player.stateUpdates
        where state.kind == .playing && state.currentTrack?.displayTitle == last.name { break }
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

    private func problems(of recording: Recording) -> [String] {
        var problems: [String] = []
        // Several short tracks may be over within a window.
        // A skip in a fade takes both tracks of the fade down.
        let crowd = recording.longestRun { recording.tones[$0].count { !tones[$0].isShort } > 3 }
        // In the same window, one track may leave and another may come in.
        if crowd.seconds > 2 * Recording.window {
            problems.append("four tracks for \(crowd.seconds) s, \(crowd.start) s in")
        }
        let silence = recording.longestRun { !recording.isAudible[$0] }
        if silence.seconds > 0.3 { problems.append("silence for \(silence.seconds) s, \(silence.start) s in") }
        return problems
    }
}

extension Logger {
    /// For a player whose events are checked instead.
    static let silent = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
}
