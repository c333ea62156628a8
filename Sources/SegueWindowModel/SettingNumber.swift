public import SegueCore

/// A setting that is a number, as a person turns it.
public enum SettingNumber {
    /// The number that is meant with `chosen`, coming from the one that the player has: what lies between 0 and the
    /// least number above it goes to the one or the other.
    public static func allowed(_ chosen: Double, _ numbers: Setting.Numbers, from former: Double) -> Double {
        guard let least = numbers.leastAboveZero, chosen > 0, chosen < least else { return chosen }
        return chosen > former ? least : 0
    }

    /// No more digits than these are shown behind the point.
    private static let mostDigits = 3

    /// How many digits to show behind the point for a value as the configuration has it: all of them, within reason.
    public static func digits(_ numbers: Setting.Numbers, _ value: String) -> Int {
        guard !numbers.isWhole else { return 0 }
        let fraction = value.firstIndex(of: ".").map { value[$0...].count - 1 } ?? 0
        return min(max(fraction, 1), mostDigits)
    }

    /// Whether a number is all that can be shown of a value as the configuration has it: then nobody has turned it.
    public static func shows(_ chosen: Double, _ value: String, _ numbers: Setting.Numbers) -> Bool {
        let digits = digits(numbers, value)
        return thousandths(chosen, digits) == thousandths(Double(value) ?? 0, digits)
    }

    private static func thousandths(_ value: Double, _ digits: Int) -> Int {
        let unit = [1000, 100, 10, 1][digits]
        return Int((value * 1000 / Double(unit)).rounded()) * unit
    }

    /// The number as the configuration writes it, to the thousandth.
    public static func text(_ value: Double) -> String {
        let thousandths = thousandths(value, mostDigits)
        let whole = "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000)"
        var fraction = "\(1000 + abs(thousandths) % 1000)".dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
