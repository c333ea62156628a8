import EventLoop
import SegueCore

/// The last commands and the slowest commands, with their times. A value without a clock.
struct CommandJournal: Sendable {
    /// The largest number of commands of one kind that are kept.
    static let length = 100
    /// The largest number of commands in `slowest`.
    static let slowestLength = 10

    private(set) var records: [CommandTicket: CommandRecord] = [:]
    /// The commands of each kind, the oldest first.
    private var tickets: [String: [CommandTicket]] = [:]
    /// The commands that took the longest since the start or `reset`, the slowest first.
    private(set) var slowest: [CommandRecord] = []

    subscript(ticket: CommandTicket) -> CommandRecord? { records[ticket] }

    mutating func add(_ record: CommandRecord) {
        records[record.ticket] = record
        tickets[record.kind, default: []].append(record.ticket)
        if tickets[record.kind, default: []].count > Self.length {
            records[tickets[record.kind, default: []].removeFirst()] = nil
        }
        rank(record)
    }

    /// Changes a record. Does nothing if the journal no longer has the record.
    mutating func update(_ ticket: CommandTicket, _ change: (inout CommandRecord) -> Void) {
        guard var record = records[ticket] else { return }
        change(&record)
        records[ticket] = record
        rank(record)
    }

    /// Removes all commands.
    mutating func reset() { self = CommandJournal() }

    private mutating func rank(_ record: CommandRecord) {
        guard let duration = record.duration else { return }
        slowest.removeAll { $0.ticket == record.ticket }
        let place = slowest.firstIndex { $0.duration ?? .zero < duration } ?? slowest.count
        guard place < Self.slowestLength else { return }
        slowest.insert(record, at: place)
        slowest = Array(slowest.prefix(Self.slowestLength))
    }

    /// The figures for each kind of command, by name. The first figure is the number of commands. The others are the
    /// median, the 95th percentile and the longest time of each stage, and of the whole way to the ear.
    var figures: [(name: String, value: Figure)] {
        tickets.keys.sorted().flatMap { kind -> [(name: String, value: Figure)] in
            let records = tickets[kind, default: []].compactMap { self.records[$0] }
            let stages = CommandRecord.Stage.allCases.flatMap { stage in
                Self.figures("\(kind).\(stage)", records.compactMap { $0.time(to: stage) })
            }
            return [(kind, .count(records.count))] + stages
                + Self.figures("\(kind).toEar", records.compactMap(\.timeToEar))
        }
    }

    private static func figures(_ name: String, _ times: [MediaTime]) -> [(name: String, value: Figure)] {
        guard !times.isEmpty else { return [] }
        let sorted = times.sorted()
        func percentile(_ percent: Int) -> Figure {
            .seconds(sorted[(sorted.count * percent + 99) / 100 - 1].seconds)
        }
        return [("\(name)P50", percentile(50)), ("\(name)P95", percentile(95)), ("\(name)Max", percentile(100))]
    }
}
