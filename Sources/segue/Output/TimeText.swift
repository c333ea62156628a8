import SegueKit

/// Times in the form that people type.
enum TimeText {
    /// Parses seconds, minutes and seconds, or hours, minutes and seconds: `90`, `12.5`, `1:30`, `1:02:03.5`. Returns
    /// nil for anything else. Numbers after a colon must be below 60.
    static func time(_ text: some StringProtocol) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard let value = isLast ? decimal(part) : whole(part), index == 0 || value < 60 else { return nil }
            total = total * 60 + value
        }
        guard total <= longest else { return nil }
        return MediaTime(seconds: total)
    }

    /// Parses `30m`, `90s`, `1h30m`, or a plain number of minutes. Returns nil for anything else, including an empty
    /// text.
    static func duration(_ text: String) -> MediaTime? {
        if let minutes = decimal(text[...]) { return limited(minutes * 60) }
        var total = 0.0
        var rest = text[...]
        var units: [(Character, Double)] = [("h", 3600), ("m", 60), ("s", 1)]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(where: { $0.isLetter }), let value = decimal(rest[..<end]),
                let unit = units.firstIndex(where: { $0.0 == rest[end] })
            else { return nil }
            total += value * units[unit].1
            units.removeFirst(unit + 1)
            rest = rest[rest.index(after: end)...]
        }
        return text.isEmpty ? nil : limited(total)
    }

    /// The longest time, in seconds: a thousand hours, which is longer than any track and far from overflow.
    private static let longest = 3_600_000.0

    private static func limited(_ seconds: Double) -> MediaTime? {
        seconds <= longest ? MediaTime(seconds: seconds) : nil
    }

    private static func whole(_ text: some StringProtocol) -> Double? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Double(text) : nil
    }

    private static func decimal(_ text: some StringProtocol) -> Double? {
        text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." } ? Double(text) : nil
    }
}
