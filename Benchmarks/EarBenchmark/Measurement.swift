import EventLoop

/// Rounds of presses on one player, and what was heard of each.
struct Measurement {
    private struct Press {
        var key: Key
        var time: MonotonicTime
        /// When the next key was pressed, or the recording ended.
        var end: MonotonicTime
        /// In nanoseconds; nil when the change was not heard before `end`.
        var delay: Int64?
    }

    private let name: String
    private let keys: [Key]
    private var presses: [Press] = []
    private let recording: Recording
    private let interference: Interference

    /// This many nanoseconds before and after a press, there may be silence.
    private static let margin: Int64 = 150_000_000

    /// Takes some eight seconds for each round.
    /// - Throws: `Failure` when the player doesn't play or the recording breaks off, and the error with which a press
    ///   was answered.
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

    /// A row for each key.
    func addTimes(to table: inout Table) {
        for key in keys { table.add("\(name): \(key.title)", presses.filter { $0.key == key }.map(\.delay)) }
    }

    /// The faults that were heard, how many, and what of them was the machine's.
    var faults: String {
        let clicks = recording.clicks
        let remote = clicks.count { click in undisturbed.contains { $0.contains(click) } }
        return
            "\(name): \(clicks.count) clicks, \(remote) of them away from any press, and \(holes) holes over 2 ms in "
            + "\(Int(recording.seconds)) s; \(interference)"
    }

    /// How often there was silence while the player should have played.
    private var holes: Int {
        zip(presses, undisturbed).filter(\.0.key.isFollowedBySound).map { recording.holes(in: $0.1) }.reduce(0, +)
    }

    /// For each press the frames behind it, counted from when it was heard, in which nothing is done any more.
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
    /// Serves for this many seconds.
    func run(seconds: Double) {
        schedule(at: MonotonicTime.now.advanced(byNanoseconds: Int64(seconds * 1e9))) { [self] in stop() }
        run()
    }
}
