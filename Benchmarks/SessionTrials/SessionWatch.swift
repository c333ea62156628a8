import Foundation
import SegueKit
import Synchronization

/// Looks at a player all the while, as a client does, and at what is heard of it.
///
/// A player that says Playing is heard, unless it also says that a stream stalls; and the position of the shown track
/// never goes back, unless that is announced.
final class SessionWatch: Sendable {
    /// What a client reads at one instant.
    struct Look: Sendable {
        var status: Snapshot.PlaybackStatus
        var state: PlayerState.Kind
        var position: Double
        /// The entry that is shown, and its occurrence.
        var track: String
        var time = ContinuousClock.now
        /// How many jumps of the position, and changes of the track, have been announced.
        var jumps: Int
    }

    fileprivate struct Found {
        var jumps = 0
        var last: Look?
        /// When the player was last heard, or said that it is not to be heard.
        var heard = ContinuousClock.now
        var longest = 0.0
        var hasReportedSilence = false
        var problems: [String] = []
    }

    private let player: AudioPlayerService
    private let sound: GrowingSound
    private let found = Mutex(Found())

    /// Seconds for which a player that says Playing may be silent.
    fileprivate static let limit = 2.0

    /// `sound` is the recording of the player.
    init(_ player: AudioPlayerService, hearing sound: GrowingSound) {
        self.player = player
        self.sound = sound
    }

    /// Looks until the task is cancelled; `course` says how far the session is.
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

    /// The longest time, in seconds, for which the player said Playing and was silent.
    var longestSilence: Double { found.withLock { $0.longest } }
}

extension SessionWatch.Found {
    /// Compares a look with the one before; returns what is wrong.
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
            // While a person drags, the target is shown at once and announced when the hand rests.
            look.state != .seeking, look.position < last.position - 0.0005
        else { return wrong }
        wrong.append(
            "from \(last.position) of \(last.track) (\(last.state)) back to \(look.position) of \(look.track) "
                + "(\(look.state)) within \(look.time - last.time)")
        return wrong
    }
}

extension AudioPlayerService {
    /// Everything at one instant of the player's thread.
    fileprivate func look(jumps: @Sendable () -> Int) -> SessionWatch.Look {
        let snapshot = snapshot
        return SessionWatch.Look(
            status: snapshot.status, state: snapshot.state.kind, position: playbackPosition?.currentTime ?? 0,
            track: snapshot.track.map { "\($0.displayTitle), \($0.id), \($0.occurrence)" } ?? "no track",
            jumps: jumps())
    }
}

/// A file of 32-bit floating point samples that grows while it is listened to.
final class GrowingSound: Sendable {
    private let url: URL
    private let header: UInt64
    private let threshold: Float
    /// Seconds by which the file may lag behind what is heard.
    let delay: Double
    private let read = Mutex<UInt64>(0)

    /// `header` is how many bytes stand in front of the samples.
    init(_ url: URL, header: UInt64 = 0, threshold: Double, delay: Double) {
        self.url = url
        self.header = header
        self.threshold = Float(threshold)
        self.delay = delay
    }

    /// Returns true if a sample that has been added since the last call is louder than the threshold.
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
