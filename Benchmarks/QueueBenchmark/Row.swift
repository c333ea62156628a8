/// A line of a table.
enum Row {
    static func text(_ name: String, _ cells: [String]) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name + String(repeating: " ", count: max(0, 12 - name.count))
            + cells.map { padded($0, 18) }.joined()
    }

    static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
