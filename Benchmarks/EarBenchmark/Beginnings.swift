import EventLoop

/// Rounds of stop, start, pause and resume on one player, and the ramps with which its audio began.
struct Beginnings: CustomStringConvertible {
    private struct Press {
        var key: Key
        var time: MonotonicTime
        /// The time at which the next key was pressed, or the recording ended.
        var end: MonotonicTime
    }

    private static let keys: [Key] = [.stop, .play, .pause, .resume]

    private let presses: [Press]
    private let recording: Recording
    private let interference: Interference

    /// Runs the rounds. Takes some three seconds for each round.
    /// - Throws: `Failure` if the player doesn't play or the recording breaks off, and the error in the reply to a
    ///   command.
    init(
        of player: any Player, recorder: Recorder, server: SoundServer, loop: EventLoop, count: Int,
        _ random: inout some RandomNumberGenerator
    ) throws {
        try Home.wait(for: "\(player.name) to be heard") {
            loop.run(seconds: 0.1)
            return recorder.isSounding
        }
        loop.run(seconds: 1)
        let before = try Interference(with: server)
        var presses: [Press] = []
        for _ in 0..<count {
            for key in Self.keys {
                let time = MonotonicTime.now
                try player.press(key)
                loop.run(seconds: Double.random(in: 0.5...0.9, using: &random))
                presses.append(Press(key: key, time: time, end: .now))
            }
        }
        // A patient recorder receives the last second late.
        loop.run(seconds: 3)
        self.presses = presses
        recording = try recorder.recording()
        interference = try Interference(with: server).since(before)
    }

    var description: String {
        let onsets = recording.onsets
        let clicks = recording.clicks
        var lines: [String] = []
        for (key, ramp) in [(Key.play, Ramp.start), (.resume, .resume)] {
            let wanted = presses.filter { $0.key == key }
            let found = wanted.map { press in onset(of: press, among: onsets) }
            let whole = found.count { $0.map { ramp.isWhole(at: $0, in: recording) } == true }
            let sharp = found.compactMap(\.self).count { onset in
                clicks.contains { abs($0 - onset) < Track.rate / 10 }
            }
            lines.append(
                "\(key.title): \(wanted.count), of which \(found.count { $0 != nil }) were heard, \(whole) with a "
                    + "whole ramp, \(sharp) with a click")
        }
        let ends = recording.ends
        let sharp = ends.count { end in clicks.contains { abs($0 - end) < Track.rate / 10 } }
        lines.append("ends of sound: \(ends.count), \(sharp) with a click")
        lines.append("\(clicks.count) clicks in \(Int(recording.seconds)) s; \(interference)\n")
        return lines.joined(separator: "\n")
    }

    /// Returns the frame at which the audio of a start or resume begins. A patient recorder is late, so the onsets are
    /// counted from the end: they have the order of the key presses.
    private func onset(of press: Press, among onsets: [Int]) -> Int? {
        let beginning = presses.filter { $0.key.isFollowedBySound }
        guard let index = beginning.firstIndex(where: { $0.time == press.time }),
            onsets.count >= beginning.count
        else { return nil }
        return onsets[onsets.count - beginning.count + index]
    }
}
