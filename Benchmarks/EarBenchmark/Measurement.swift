import EventLoop

/// Rounds of key presses on one player, and the audible result of each.
struct Measurement {
    private struct Press {
        var key: Key
        var time: MonotonicTime
        /// The time at which the next key was pressed, or the recording ended.
        var end: MonotonicTime
        /// The time until the change was heard, in nanoseconds; nil if it was not heard before `end`.
        var delay: Int64?
    }

    private let name: String
    private let keys: [Key]
    private var presses: [Press] = []
    private let recording: Recording
    private let interference: Interference

    /// The time in nanoseconds before and after a key press during which there may be silence.
    private static let margin: Int64 = 150_000_000

    /// Runs the rounds. Takes some eight seconds for each round.
    /// - Throws: `Failure` if the player doesn't play or the recording breaks off, and the error in the reply to a
    ///   command.
    init(
        of player: any Player, recorder: Recorder, server: SoundServer, loop: EventLoop, count: Int,
        _ random: inout some RandomNumberGenerator
    ) throws {
        name = player.name
        keys = player.keys
        try Home.wait(for: "\(name) to be heard") {
            loop.run(seconds: 0.1)
            return recorder.isSounding
        }
        loop.run(seconds: 1)
        let before = try Interference(with: server)
        for _ in 0..<count {
            for key in player.keys {
                let time = MonotonicTime.now
                try player.press(key)
                loop.run(seconds: key.patience + Double.random(in: 0...0.4, using: &random))
                presses.append(Press(key: key, time: time, end: .now))
            }
        }
        recording = try recorder.recording()
        interference = try Interference(with: server).since(before)
        for index in presses.indices {
            let press = presses[index]
            presses[index].delay = recording.delay(of: press.key.change, after: press.time, before: press.end)
        }
    }

    /// Adds a row for each key.
    func addTimes(to table: inout Table) {
        for key in keys { table.add("\(name): \(key.title)", presses.filter { $0.key == key }.map(\.delay)) }
    }

    /// The audible faults and their number, with the part that the machine caused.
    var faults: String {
        let clicks = recording.clicks
        let remote = clicks.count { click in undisturbed.contains { $0.contains(click) } }
        return
            "\(name): \(clicks.count) clicks, \(remote) of them away from any press, and \(holes) holes over 2 ms in "
            + "\(Int(recording.seconds)) s; \(interference)"
    }

    /// The number of silences while the player should have played.
    private var holes: Int {
        zip(presses, undisturbed).filter(\.0.key.isFollowedBySound).map { recording.holes(in: $0.1) }.reduce(0, +)
    }

    /// The undisturbed frames after each key press, counted from when its change was heard to the next key press.
    private var undisturbed: [Range<Int>] {
        presses.map { press in
            let start = press.time.advanced(byNanoseconds: max(Self.margin, press.delay ?? 0))
            let end = press.end.advanced(byNanoseconds: -Self.margin)
            let first = recording.frame(after: start)
            return first..<max(first, recording.frame(after: end))
        }
    }
}

extension EventLoop {
    /// Runs the loop for this many seconds.
    func run(seconds: Double) {
        schedule(at: MonotonicTime.now.advanced(byNanoseconds: Int64(seconds * 1e9))) { [self] in stop() }
        run()
    }
}
