public import SegueCore

/// Times as a player shows them.
public enum ClockText {
    /// `4:05`, `1:02:03`; whole seconds, cut off.
    public static func text(_ time: MediaTime) -> String {
        let seconds = max(0, Int(time.seconds.rounded(.down)))
        let rest = two(seconds % 60)
        guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(rest)"
    }

    /// `8`, `8.4`: seconds with at most one decimal, behind what separates decimals in the person's language.
    public static func seconds(_ time: MediaTime, separator: String) -> String {
        let tenths = Int((time.seconds * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(separator)\(tenths % 10)"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
