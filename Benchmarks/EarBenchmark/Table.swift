/// Times from key to ear, a row for each key.
struct Table {
    private let title: String
    private var rows: [(name: String, heard: [Int64], missed: Int)] = []

    init(title: String) { self.title = title }

    /// Adds a row. `times` are in nanoseconds; nil for a key press without an audible result.
    mutating func add(_ name: String, _ times: [Int64?]) {
        let heard = times.compactMap(\.self).sorted()
        rows.append((name, heard, times.count - heard.count))
    }

    func print() {
        Swift.print("\(title): milliseconds from the press to what is heard of it\n")
        Swift.print(Self.line(["", "median", "max", "missed"]))
        for row in rows {
            let median = row.heard.isEmpty ? nil : row.heard[row.heard.count / 2]
            Swift.print(Self.line([row.name, Self.text(median), Self.text(row.heard.last), "\(row.missed)"]))
        }
        Swift.print("")
    }

    /// Returns milliseconds with one decimal.
    private static func text(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "–" }
        let tenths = Int((Double(nanoseconds) / 1e5).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    private static func line(_ cells: [String]) -> String {
        cells.enumerated().map { index, cell in
            let room = String(repeating: " ", count: max(1, (index == 0 ? 40 : 10) - cell.count))
            return index == 0 ? cell + room : room + cell
        }.joined()
    }
}
