import SDBus
import SegueClient

/// The figures of `Control1.Statistics` as a table, with a row for each stage of each kind of command.
struct StatisticsTable {
    private static let suffixes = ["P50", "P95", "Max"]
    private static let heading = ["command", "count", "stage", "p50", "p95", "max"]
    /// The cells. Each row has as many cells as the heading.
    private var rows: [[String]] = []

    init(_ figures: [(name: String, value: BusValue)]) {
        for (name, value) in figures {
            guard let place = Self.suffixes.firstIndex(where: name.hasSuffix) else {
                rows.append([printable(name), value.asCount.map { "\($0)" } ?? "?", "", "", "", ""])
                continue
            }
            let stage = printable(name.dropLast(3).split(separator: ".").last.map(String.init) ?? "")
            // The first stage shares the row of its command.
            if rows.last?[2] != stage, rows.last?[2] != "" { rows.append(["", "", "", "", "", ""]) }
            rows[rows.count - 1][2] = stage
            rows[rows.count - 1][3 + place] = value.asFigure.map { "\(($0 * 1000).hundredths) ms" } ?? "?"
        }
    }

    /// The heading and the rows, or a sentence if there are no rows.
    var lines: [String] {
        guard !rows.isEmpty else { return ["No command has been measured."] }
        let all = [Self.heading] + rows
        let widths = Self.heading.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, text in
                column == 0 || column == 2 ? text.padded(to: widths[column]) : text.leftPadded(to: widths[column])
            }
            return cells.joined(separator: "  ").withoutTrailingSpaces
        }
    }
}

extension Double {
    /// The number with two decimals: `12.05`.
    var hundredths: String {
        let text = "\(Int((self * 100).rounded()))".leftPadded(to: 3).map { $0 == " " ? "0" : $0 }
        return String(text.dropLast(2)) + "." + String(text.suffix(2))
    }
}
