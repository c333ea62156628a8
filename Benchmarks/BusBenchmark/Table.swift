/// Times of calls, a row for each kind. The other rows are compared with the first.
struct Table {
    private let title: String
    private var rows: [(name: String, times: [Int64])] = []

    init(title: String) { self.title = title }

    /// Adds a row. `times` are in nanoseconds, at least one.
    mutating func add(_ name: String, _ times: [Int64]) { rows.append((name, times.sorted())) }

    func print() {
        Swift.print("\(title): milliseconds, and the median as a multiple of the first row's\n")
        Swift.print(Self.line(["", "median", "p99", "max", "multiple"]))
        let unit = Self.milliseconds(rows[0].times, 0.5)
        for row in rows {
            let figures = [0.5, 0.99, 1].map { Self.milliseconds(row.times, $0) }
            Swift.print(Self.line([row.name] + (figures + [figures[0] / unit]).map(Self.text)))
        }
        Swift.print("")
    }

    private static func milliseconds(_ sorted: [Int64], _ part: Double) -> Double {
        Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]) / 1e6
    }

    private static func text(_ value: Double) -> String {
        let digits = "\(Int((value * 1000).rounded()))"
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(padded.dropLast(3)).\(padded.suffix(3))"
    }

    private static func line(_ cells: [String]) -> String {
        cells.enumerated().map { index, cell in
            let room = String(repeating: " ", count: max(1, (index == 0 ? 40 : 10) - cell.count))
            return index == 0 ? cell + room : room + cell
        }.joined()
    }
}
