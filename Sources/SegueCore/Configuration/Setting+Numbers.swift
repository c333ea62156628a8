extension Setting {
    /// The numbers that a setting accepts.
    public struct Numbers: Sendable, Hashable {
        /// The unit of the numbers.
        public enum Unit: Sendable, Hashable {
            case seconds, decibels
            /// Whole numbers only.
            case wholeSeconds, times
        }

        public fileprivate(set) var unit = Unit.seconds
        /// The minimum and the maximum.
        public let range: ClosedRange<Double>
        /// The minimum of the numbers other than 0; nil if all numbers in the range are accepted.
        public let leastAboveZero: Double?
        /// The difference between neighbouring numbers of a spin button.
        public let step: Double
        /// The meaning of 0, as a phrase that follows `or 0`.
        private let zero: String?

        init(
            _ range: ClosedRange<Double>, leastAboveZero: Double? = nil, zero: String? = nil, step: Double = 0.5
        ) {
            self.range = range
            self.leastAboveZero = leastAboveZero
            self.zero = zero
            self.step = step
        }

        fileprivate func counting(_ unit: Unit) -> Numbers {
            var numbers = self
            numbers.unit = unit
            return numbers
        }

        /// True if no fractions are accepted.
        public var isWhole: Bool {
            switch unit {
            case .seconds, .decibels: false
            case .wholeSeconds, .times: true
            }
        }

        var expectation: String {
            let noun =
                switch unit {
                case .seconds: "a number of seconds"
                case .wholeSeconds: "a whole number of seconds"
                case .decibels: "a number of decibels"
                case .times: "a whole number"
                }
            let bounds = [leastAboveZero ?? range.lowerBound, range.upperBound].map { "\(Int($0))" }
            return "\(noun) from \(bounds[0]) to \(bounds[1])" + (zero.map { ", or 0 \($0)" } ?? "")
                + (hasAutomatic ? ", or \(Self.automatic)" : "")
        }

        /// The word for a number that the player chooses.
        public static let automatic = "auto"

        /// True if `automatic` is accepted too.
        public fileprivate(set) var hasAutomatic = false

        /// Returns the number of a text; nil if it is not accepted.
        fileprivate func number(_ text: String) -> Double? {
            guard let number = isWhole ? Int(text).map(Double.init) : Double(text), range.contains(number),
                number == 0 || number >= leastAboveZero ?? range.lowerBound
            else { return nil }
            return number
        }
    }

    typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    static func seconds(_ path: Path<MediaTime>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        number(path, numbers.counting(.seconds), labels, text: \.decimalSeconds, value: MediaTime.init(seconds:))
    }

    static func decibels(_ path: Path<Double>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        number(path, numbers.counting(.decibels), labels, text: text(decibels:), value: { $0 })
    }

    /// Nil is `auto`.
    static func decibelsOrAutomatic(_ path: Path<Double?>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        var numbers = numbers.counting(.decibels)
        numbers.hasAutomatic = true
        let setting = number(
            path, numbers, labels, text: { $0.map(text(decibels:)) ?? Numbers.automatic }, value: { $0 })
        return Setting(kind: setting.kind, labels: labels, read: setting.read) { text, configuration in
            guard text == Numbers.automatic else { return setting.write(text, &configuration) }
            configuration[keyPath: path] = nil
            return true
        }
    }

    private static func text(decibels: Double) -> String {
        decibels == decibels.rounded() && abs(decibels) < 1e9 ? "\(Int(decibels))" : "\(decibels)"
    }

    /// Nil is 0.
    static func count(_ path: Path<Int?>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        whole(path, numbers.counting(.times), labels)
    }

    /// Nil is 0.
    static func wholeSeconds(_ path: Path<Int?>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        whole(path, numbers.counting(.wholeSeconds), labels)
    }

    private static func whole(_ path: Path<Int?>, _ numbers: Numbers, _ labels: Labels) -> Setting {
        number(path, numbers, labels, text: { "\($0 ?? 0)" }, value: { $0 == 0 ? nil : Int($0) })
    }

    private static func number<Value: Sendable>(
        _ path: Path<Value>, _ numbers: Numbers, _ labels: Labels, text: @escaping @Sendable (Value) -> String,
        value: @escaping @Sendable (Double) -> Value
    ) -> Setting {
        Setting(kind: .number(numbers), labels: labels, read: { text($0[keyPath: path]) }) { text, configuration in
            guard let number = numbers.number(text) else { return false }
            configuration[keyPath: path] = value(number)
            return true
        }
    }
}
