public import SegueCore

/// A numeric setting, as a person adjusts it.
public enum SettingNumber {
    /// Returns the permitted number for `chosen`, depending on the direction from `former`. A number between 0 and the
    /// smallest permitted number above it snaps to one of the two.
    public static func allowed(_ chosen: Double, _ numbers: Setting.Numbers, from former: Double) -> Double {
        guard let least = numbers.leastAboveZero, chosen > 0, chosen < least else { return chosen }
        return chosen > former ? least : 0
    }

    /// The largest number of decimals shown.
    private static let mostDigits = 3

    /// Returns the number of decimals to show for a value of the configuration: all of them, up to a limit.
    public static func digits(_ numbers: Setting.Numbers, _ value: String) -> Int {
        guard !numbers.isWhole else { return 0 }
        let fraction = value.firstIndex(of: ".").map { value[$0...].count - 1 } ?? 0
        return min(max(fraction, 1), mostDigits)
    }

    /// Returns true if `chosen` is the displayed form of a configuration value, which means that nobody has changed it.
    public static func shows(_ chosen: Double, _ value: String, _ numbers: Setting.Numbers) -> Bool {
        let digits = digits(numbers, value)
        return thousandths(chosen, digits) == thousandths(Double(value) ?? 0, digits)
    }

    private static func thousandths(_ value: Double, _ digits: Int) -> Int {
        let unit = [1000, 100, 10, 1][digits]
        return Int((value * 1000 / Double(unit)).rounded()) * unit
    }

    /// Returns the number that a person has typed, with a point or a comma before the decimals; nil for another text.
    public static func number(_ text: String) -> Double? {
        let plain = text.filter { !$0.isWhitespace }.replacing(",", with: ".").replacing("−", with: "-")
        return Double(plain).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the number as written in the configuration, to the thousandth.
    public static func text(_ value: Double) -> String {
        let thousandths = thousandths(value, mostDigits)
        let whole = "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000)"
        var fraction = "\(1000 + abs(thousandths) % 1000)".dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
