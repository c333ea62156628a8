import SegueCore

/// What an `AsyncOperationQueue` has done since it was made: a value of one moment.
public struct OperationMetrics: Sendable, Hashable {
    /// Figures of a distribution of times, in nanoseconds, within 1 % of the exact values. All are 0 while nothing was
    /// measured.
    public struct Percentiles: Sendable, Hashable {
        /// Half of the times are at most this long.
        public var p50: UInt64
        /// 95 of 100 times are at most this long.
        public var p95: UInt64
        /// 99 of 100 times are at most this long.
        public var p99: UInt64
        /// The longest time.
        public var highest: UInt64

        /// Times in nanoseconds; by default those of an empty distribution.
        public init(p50: UInt64 = 0, p95: UInt64 = 0, p99: UInt64 = 0, highest: UInt64 = 0) {
            self.p50 = p50
            self.p95 = p95
            self.p99 = p99
            self.highest = highest
        }
    }

    /// How many operations wait or run now.
    public var depth = 0
    /// The greatest `depth` that there ever was.
    public var peakDepth = 0
    /// The greatest `depth` that there may be.
    public var depthLimit = 0
    /// How long operations waited: from being handed in to the start.
    public var wait = Percentiles()
    /// How long operations ran: from the start to the end.
    public var execution = Percentiles()
    /// How many operations ended in success.
    public var succeeded = 0
    /// How many operations threw an error of their own.
    public var failed = 0
    /// How many operations were refused because the queue was full.
    public var refused = 0
    /// How many operations were accepted, by priority.
    public var operations: [OperationPriority: Int] = [:]
    /// How many operations were cancelled while they waited or ran, by priority.
    public var cancellations: [OperationPriority: Int] = [:]
    /// The part of the time, 0…1, in which an operation ran.
    public var utilization = 0.0

    /// The metrics of a queue that has done nothing.
    public init() {}

    /// All figures for programs, always in this order.
    var figures: [(name: String, value: Figure)] {
        func figures(_ name: String, _ counts: [OperationPriority: Int]) -> [(name: String, value: Figure)] {
            [(name, .count(counts.values.reduce(0, +)))]
                + OperationPriority.allCases.reversed().map { ("\(name).\($0)", .count(counts[$0] ?? 0)) }
        }
        func figures(_ name: String, _ times: Percentiles) -> [(name: String, value: Figure)] {
            [("P50", times.p50), ("P95", times.p95), ("P99", times.p99), ("Highest", times.highest)]
                .map { (name + $0, .seconds(Double($1) / 1e9)) }
        }
        return [
            ("depth", .count(depth)), ("depthLimit", .count(depthLimit)), ("peakDepth", .count(peakDepth)),
            ("succeeded", .count(succeeded)), ("failed", .count(failed)), ("refused", .count(refused)),
        ] + figures("operations", operations) + figures("cancelled", cancellations) + figures("wait", wait)
            + figures("execution", execution) + [("utilization", .part(utilization))]
    }

    /// Name and value of each figure as a person reads them, always in this order.
    private var rows: [(name: String, value: String)] {
        [
            ("depth", "\(depth) of \(depthLimit)"),
            ("peak depth", "\(peakDepth)"),
            ("operations", total(operations)),
            ("succeeded", "\(succeeded)"),
            ("failed", "\(failed)"),
            ("refused", "\(refused)"),
            ("cancelled", total(cancellations)),
            ("wait", Self.text(wait)),
            ("execution", Self.text(execution)),
            ("utilization", "\(Self.decimal(utilization * 100)) %"),
        ]
    }

    /// `12 (stop 2, playback 10)`
    private func total(_ counts: [OperationPriority: Int]) -> String {
        let parts = OperationPriority.allCases.reversed().compactMap { priority in
            counts[priority].map { "\(priority) \($0)" }
        }
        let sum = counts.values.reduce(0, +)
        return parts.isEmpty ? "\(sum)" : "\(sum) (\(parts.joined(separator: ", ")))"
    }

    private static func text(_ percentiles: Percentiles) -> String {
        [
            ("p50", percentiles.p50), ("p95", percentiles.p95), ("p99", percentiles.p99),
            ("highest", percentiles.highest),
        ]
        .map { "\($0) \(milliseconds($1))" }.joined(separator: ", ")
    }

    /// `0.25 ms`
    static func milliseconds(_ nanoseconds: UInt64) -> String {
        "\(decimal(Double(nanoseconds) / 1e6)) ms"
    }

    private static func decimal(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension OperationMetrics: CustomStringConvertible {
    /// All figures as a person reads them, one a line.
    public var description: String {
        let rows = rows
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value
        }.joined(separator: "\n")
    }
}
