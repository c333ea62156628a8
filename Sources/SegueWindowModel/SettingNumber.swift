public import SegueCore

/// A setting that is a number, as a person turns it.
public enum SettingNumber {
    /// How far one step goes.
    public static func step(_ field: ConfigurationField) -> Double {
        switch field {
        case .crossfadeDuration, .repeatCount, .previousRestartsAfter, .trimThreshold: 1
        default: 0.5
        }
    }

    /// The number that is meant with `chosen`, coming from the one that the player has: no crossfade is shorter than a
    /// second, apart from none at all.
    public static func allowed(_ chosen: Double, _ field: ConfigurationField, from former: Double) -> Double {
        guard field == .crossfadeDuration, chosen > 0, chosen < 1 else { return chosen }
        return chosen > former ? 1 : 0
    }

    /// The number as the configuration writes it, to the tenth.
    public static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
        return tenths % 10 == 0 ? whole : "\(whole).\(abs(tenths) % 10)"
    }
}
