import SegueCore

/// Measures the cost of an edit of the queue, and its growth: all in one run, so that the ratios hold on any machine.
@main
enum QueueBenchmark {
    static let sizes = [1000, 10_000, 100_000, 1_000_000]
    static let repetitions = 200

    static func main() {
        print("median and worst time of \(repetitions) commands each, as the player takes them, in microseconds\n")
        print(Row.text("entries", sizes.map { "\($0)" }) + "  last / first")
        var results: [String: [(median: Double, worst: Double)]] = [:]
        var order: [String] = []
        for size in sizes {
            var player = filled(size)
            for (name, command) in commands {
                var times: [Double] = []
                for repetition in 0..<repetitions {
                    let input = Input.command(command(player, repetition), ticket: nil)
                    let start = ContinuousClock.now
                    _ = player.handle(input, at: Moment(now: MediaTime(seconds: Double(repetition))))
                    let elapsed = ContinuousClock.now - start
                    times.append(elapsed / .microseconds(1))
                }
                times.sort()
                if results[name] == nil { order.append(name) }
                results[name, default: []].append((times[times.count / 2], times[times.count - 1]))
            }
        }
        for name in order {
            let cells = results[name] ?? []
            let growth = (cells.last?.median ?? 0) / max(cells.first?.median ?? 1, 0.001)
            let figures = cells.map { "\(Row.rounded($0.median)) / \(Row.rounded($0.worst))" }
            print(Row.text(name, figures) + "  \(Row.rounded(growth))")
        }
        print("")
        LargeEdits.print()
    }

    private static let commands: [(String, @Sendable (Player, Int) -> Command)] = [
        ("append", { _, number in .edit(.insert([NewEntry(uri: "file:///new\(number)")], at: .last, play: false)) }),
        (
            "insert next",
            { _, number in .edit(.insert([NewEntry(uri: "file:///new\(number)")], at: .next, play: false)) }
        ),
        ("move", { player, number in .edit(.move([entry(player, number)], to: .first)) }),
        ("remove", { player, number in .edit(.remove([entry(player, number)])) }),
        ("jump", { player, number in .jump(entry(player, number)) }),
        ("next", { _, _ in .next }),
        ("previous", { _, _ in .previous }),
    ]

    private static func filled(_ size: Int) -> Player {
        var player = Player(seed: 1)
        let entries = (0..<size).map { NewEntry(uri: "file:///music/track \($0).flac") }
        _ = player.handle(.command(.edit(.replace(entries, play: false)), ticket: nil), at: Moment(now: .zero))
        return player
    }

    private static func entry(_ player: Player, _ number: Int) -> EntryID {
        let count = player.queue.count
        return player.queue.entry(at: (number * 7919 + count / 2) % count)?.id ?? EntryID(rawValue: 0)
    }
}
