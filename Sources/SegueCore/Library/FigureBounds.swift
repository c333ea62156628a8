/// The numbers that a term of a query admits: `1990`, `1990..1999`, `1990..`, `>20m`, `<=7d`.
struct FigureBounds {
    private(set) var from: Double?
    private(set) var below: Double?

    private let figure: LibraryQuery.Figure
    private let place: Range<Int>

    /// Parses the text. Throws if it contains no such numbers.
    init(_ text: String, of figure: LibraryQuery.Figure, at place: Range<Int>) throws(LibraryQueryError) {
        self.figure = figure
        self.place = place
        if let separator = text.firstRange(of: "..") {
            let (first, last) = (String(text[..<separator.lowerBound]), String(text[separator.upperBound...]))
            guard !first.isEmpty || !last.isEmpty else { throw problem(text) }
            from = first.isEmpty ? nil : try number(first).value
            below = try last.isEmpty ? nil : end(of: last)
            if let from, let below, from >= below {
                throw LibraryQueryError("\(text) is empty: the first bound is above the second one.", at: place)
            }
            return
        }
        let comparison = text.prefix { "<>=".contains($0) }
        let rest = String(text.dropFirst(comparison.count))
        switch comparison {
        case "", "=": (from, below) = (try number(rest).value, try end(of: rest))
        case ">": from = try end(of: rest)
        case ">=": from = try number(rest).value
        case "<": below = try number(rest).value
        case "<=": below = try end(of: rest)
        default: throw problem(text)
        }
    }

    /// Returns the first number beyond the given one, in the precision in which it is written: 21 minutes for `20m`,
    /// 1991 for 1990.
    private func end(of text: String) throws(LibraryQueryError) -> Double {
        let number = try number(text)
        return number.value + number.unit
    }

    private func number(_ text: String) throws(LibraryQueryError) -> (value: Double, unit: Double) {
        let number: (value: Double, unit: Double)? =
            switch figure {
            case .year: text.utf8.count == 4 ? Self.digits(text).map { ($0, 1) } : nil
            case .length: Self.clock(text) ?? Self.duration(text, Self.lengthUnits)
            case .added, .played: Self.duration(text, Self.ageUnits)
            case .rating: text.utf8.count == 1 ? Self.digits(text).flatMap { $0 <= 5 ? ($0, 1) : nil } : nil
            case .plays: Self.digits(text).map { ($0, 1) }
            case .albumid: Self.digits(text).map { ($0, 1) }
            }
        guard let number else { throw problem(text) }
        return number
    }

    private func problem(_ text: String) -> LibraryQueryError {
        let expected =
            switch figure {
            case .year: "a year or years: year:1990, year:1990..1999, year:>1990"
            case .length: "a length: length:4m, length:>20m, length:3:30..5:00"
            case .added: "an age: added:<7d, added:>1y"
            case .rating: "stars from 0 to 5: rating:5, rating:>=4"
            case .plays, .played: "a number of times or an age: played:0, played:>10, played:<7d, played:>1y"
            case .albumid: "the number of an album: albumid:17"
            }
        return LibraryQueryError(
            (text.isEmpty ? "“\(figure.rawValue):” has no value." : "“\(text)” is not valid for “\(figure.rawValue):”.")
                + " Expected: \(expected).",
            at: place)
    }

    private static let lengthUnits: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    private static let ageUnits: [Character: Double] = [
        "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600,
    ]

    /// Parses `20m`, `1h30m`, and, if seconds are a unit, `90` as seconds.
    private static func duration(_ text: String, _ units: [Character: Double]) -> (value: Double, unit: Double)? {
        var (value, unit, rest) = (0.0, 1.0, text[...])
        if rest.allSatisfy(\.isASCIIDigit), units["s"] != nil { return digits(text).map { ($0, 1) } }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix(while: \.isASCIIDigit)
            rest = rest.dropFirst(number.count)
            guard let count = digits(String(number)), let letter = rest.popFirst(), let factor = units[letter] else {
                return nil
            }
            (value, unit) = (value + count * factor, factor)
        }
        return (value, unit)
    }

    /// Parses `3:30` or `1:02:03`.
    private static func clock(_ text: String) -> (value: Double, unit: Double)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { digits(String($0)) }
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { return nil }
        return (parts.reduce(0) { $0 * 60 + ($1 ?? 0) }, 1)
    }

    /// Parses a number of at most nine digits.
    private static func digits(_ text: String) -> Double? {
        guard (1...9).contains(text.utf8.count), text.allSatisfy(\.isASCIIDigit) else { return nil }
        return Double(text)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
