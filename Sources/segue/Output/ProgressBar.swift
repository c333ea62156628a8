/// A bar of a given number of columns, in eighths of a column.
enum ProgressBar {
    private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns a line with the activity, a bar and a percentage.
    static func line(_ work: String, _ fraction: Double) -> String {
        let percent = "\(Int(fraction * 100))%".leftPadded(to: 4)
        return "\(work.padded(to: 10)) \(text(fraction: fraction, width: 40)) \(percent)"
    }

    /// Returns the bar. `fraction` is clamped to 0…1; `width` includes the two ends.
    static func text(fraction: Double, width: Int) -> String {
        let inner = max(1, width - 2)
        let clamped = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        let (whole, rest) = Int(clamped * Double(inner * 8)).quotientAndRemainder(dividingBy: 8)
        var bar = String(repeating: "█", count: whole)
        if whole < inner { bar.append(eighths[rest]) }
        return "▕\(bar.padded(to: inner))▏"
    }
}
