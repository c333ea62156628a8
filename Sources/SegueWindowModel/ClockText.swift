public import SegueCore

/// Times in the form that a player displays.
public enum ClockText {
    /// Returns whole seconds, rounded down: `4:05`, `1:02:03`.
    public static func text(_ time: MediaTime) -> String {
        let seconds = max(0, Int(time.seconds.rounded(.down)))
        let rest = two(seconds % 60)
        guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(rest)"
    }

    /// Returns seconds with at most one decimal, after the decimal separator of the person's language: `8`, `8.4`.
    public static func seconds(_ time: MediaTime, separator: String) -> String {
        let tenths = Int((time.seconds * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(separator)\(tenths % 10)"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
