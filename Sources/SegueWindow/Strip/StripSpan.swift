/// The visible part of the axis, on its way to the wanted part.
struct StripSpan {
    /// The duration of a movement, in microseconds.
    private static let duration = 450_000.0

    private(set) var current: ClosedRange<Double>?
    private var from: ClosedRange<Double>?
    private var target: ClosedRange<Double>?
    private var begin: Int64 = 0

    /// Moves towards `wanted`. Returns true until the span has arrived.
    mutating func aim(at wanted: ClosedRange<Double>, _ now: Int64, isAnimated: Bool) -> Bool {
        guard isAnimated, let current else {
            self.current = wanted
            target = wanted
            return false
        }
        if target != wanted {
            target = wanted
            from = current
            begin = now
        }
        guard let from, current != wanted else { return false }
        let part = min(max(Double(now - begin) / Self.duration, 0), 1)
        guard part < 1 else {
            self.current = wanted
            return false
        }
        // The movement slows down towards the end.
        let eased = 1 - (1 - part) * (1 - part) * (1 - part)
        let lower = from.lowerBound + (wanted.lowerBound - from.lowerBound) * eased
        let upper = from.upperBound + (wanted.upperBound - from.upperBound) * eased
        self.current = lower...max(upper, lower + 0.1)
        return true
    }

    /// Adapts the span to an axis with another origin.
    mutating func shift(by distance: Double) {
        current = current.map { ($0.lowerBound + distance)...($0.upperBound + distance) }
        from = current
        target = current
    }
}
