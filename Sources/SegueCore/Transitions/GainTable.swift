/// A lookup table of a curve, with linear interpolation: within a millionth of the curve, and fast enough for thousands
/// of trial fades.
struct GainTable {
    private static let steps = 1024
    private static let tables = Dictionary(uniqueKeysWithValues: FadeCurve.allCases.map { ($0, GainTable($0)) })

    let curve: FadeCurve
    private let gains: [Double]

    private init(_ curve: FadeCurve) {
        self.curve = curve
        gains = (0...Self.steps).map { curve.gain(at: Double($0) / Double(Self.steps)) }
    }

    static func of(_ curve: FadeCurve) -> GainTable { tables[curve] ?? GainTable(curve) }

    /// Returns the gain of the incoming track; `progress` is clamped to 0…1.
    func gain(at progress: Double) -> Double {
        guard progress > 0 else { return gains[0] }
        guard progress < 1 else { return gains[Self.steps] }
        let place = progress * Double(Self.steps)
        let step = Int(place)
        return gains[step] + (gains[step + 1] - gains[step]) * (place - Double(step))
    }
}
