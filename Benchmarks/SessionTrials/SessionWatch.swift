import Foundation
import SegueKit
import Synchronization

/// Observes a player continuously, as a client does, and its audible output.
///
/// A player that reports Playing is audible, unless it also reports that a stream stalls. The position of the shown
/// track never goes back, unless that is announced.
final class SessionWatch: Sendable {
    /// The state that a client reads at one instant.
    struct Look: Sendable {
        var status: Snapshot.PlaybackStatus
        var state: PlayerState.Kind
        var position: Double
        /// The shown entry, and its occurrence.
        var track: String
        var time = ContinuousClock.now
        /// The number of jumps of the position, and of changes of the track, that have been announced.
        var jumps: Int
    }

    fileprivate struct Found {
        var jumps = 0
        var last: Look?
        /// The time at which the player was last audible, or reported that it is not.
        var heard = ContinuousClock.now
        var longest = 0.0
        var hasReportedSilence = false
        var problems: [String] = []
    }

    private let player: AudioPlayerService
    private let sound: GrowingSound
    private let found = Mutex(Found())

    /// The time in seconds for which a player that reports Playing may be silent.
    fileprivate static let limit = 2.0

    /// Creates a watch. `sound` is the recording of the player.
    init(_ player: AudioPlayerService, hearing sound: GrowingSound) {
        self.player = player
        self.sound = sound
    }

    /// Observes until the task is cancelled; problems are added to `course`, the log of the session.
    func follow(_ course: SessionLog) async {
        await player.observeSteps { [weak self] old, new, effects in
            let isOther = old.track?.id != new.track?.id || old.track?.occurrence != new.track?.occurrence
            let hasJumped = effects.contains { if case .seeked = $0 { true } else { false } }
            if isOther || hasJumped { self?.found.withLock { $0.jumps += 1 } }
        }
        found.withLock { $0.heard = .now }
        while !Task.isCancelled {
            let look = await player.look { [self] in found.withLock { $0.jumps } }
            let isHeard = sound.hasSounded()
            for problem in found.withLock({ $0.take(look, isHeard: isHeard, delay: sound.delay) }) {
                await note("\(problem); \(course.account(of: player))")
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func note(_ problem: String) { found.withLock { $0.problems.append(problem) } }

    var problems: [String] { found.withLock { $0.problems } }

    /// The longest time, in seconds, for which the player reported Playing and was silent.
    var longestSilence: Double { found.withLock { $0.longest } }
}

extension SessionWatch.Found {
    /// Compares a look with the previous one; returns the problems.
    fileprivate mutating func take(_ look: SessionWatch.Look, isHeard: Bool, delay: Double) -> [String] {
        defer { last = look }
        var wrong: [String] = []
        if isHeard || look.status != .playing || look.state == .buffering {
            heard = .now
            hasReportedSilence = false
        }
        let silence = (ContinuousClock.now - heard) / .seconds(1) - delay
        longest = max(longest, silence)
        if silence > SessionWatch.limit, !hasReportedSilence {
            hasReportedSilence = true
            wrong.append("\(look.state) and silent at \(look.position)")
        }
        guard let last, last.jumps == look.jumps,
            last.status != .stopped, look.status != .stopped,
            // While the user drags, the target is shown immediately and announced when the hand rests.
            look.state != .seeking, look.position < last.position - 0.0005
        else { return wrong }
        wrong.append(
            "from \(last.position) of \(last.track) (\(last.state)) back to \(look.position) of \(look.track) "
                + "(\(look.state)) within \(look.time - last.time)")
        return wrong
    }
}

extension AudioPlayerService {
    /// Returns the state at one instant of the player's thread.
    fileprivate func look(jumps: @Sendable () -> Int) -> SessionWatch.Look {
        let snapshot = snapshot
        return SessionWatch.Look(
            status: snapshot.status, state: snapshot.state.kind, position: playbackPosition?.currentTime ?? 0,
            track: snapshot.track.map { "\($0.displayTitle), \($0.id), \($0.occurrence)" } ?? "no track",
            jumps: jumps())
    }
}

/// A file of 32-bit floating point samples that is read while it grows.
final class GrowingSound: Sendable {
    private let url: URL
    private let header: UInt64
    private let threshold: Float
    /// The time in seconds by which the file may lag behind the audible output.
    let delay: Double
    private let read = Mutex<UInt64>(0)

    /// Creates a reader. `header` is the number of bytes before the samples.
    init(_ url: URL, header: UInt64 = 0, threshold: Double, delay: Double) {
        self.url = url
        self.header = header
        self.threshold = Float(threshold)
        self.delay = delay
    }

    /// Returns true if a sample that was added since the last call is louder than the threshold.
    func hasSounded() -> Bool {
        read.withLock { offset in
            guard let file = try? FileHandle(forReadingFrom: url) else { return false }
            defer { try? file.close() }
            guard (try? file.seek(toOffset: max(offset, header))) != nil, let data = try? file.readToEnd() else {
                return false
            }
            let count = data.count / 4
            offset = max(offset, header) + UInt64(4 * count)
            var samples = [Float](repeating: 0, count: count)
            _ = samples.withUnsafeMutableBytes {
                data.copyBytes(to: $0, from: data.startIndex..<data.startIndex + 4 * count)
            }
            return samples.contains { abs($0) > threshold }
        }
    }
}
