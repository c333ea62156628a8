/// The look of the cover drawn for music without a picture. The look depends only on the name, so it is the same each
/// time.
public struct CoverLook: Equatable, Sendable {
    /// The colour of the corner at the top left.
    public let first: Colour
    /// The colour of the corner at the bottom right.
    public let last: Colour
    /// The position at which the two curves cross, as a fraction of the width, 0.35…0.65.
    public let crossing: Double
    /// The fraction of the width over which the curves cross, 0.4…0.9.
    public let width: Double

    /// Creates the look for the name of an album or, without one, of a track.
    public init(name: String) {
        var bits = Self.hash(name)
        func next() -> Double {
            defer { bits >>= 16 }
            return Double(bits & 0xffff) / 0xffff
        }
        let hue = next()
        first = Colour(hue: hue, saturation: 0.55, lightness: 0.55)
        last = Colour(hue: hue + 0.12 + next() * 0.2, saturation: 0.6, lightness: 0.32)
        crossing = 0.35 + next() * 0.3
        width = 0.4 + next() * 0.5
    }

    /// FNV-1a with 64 bits and a final mixing step (splitmix64). Swift's own hash differs from run to run.
    private static func hash(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}

/// The tint that a cover gives to the page behind it.
public enum CoverTint {
    /// The share of the tint in the page's colour. Text keeps a contrast of 4.5 to 1 with any cover.
    public static let share = 0.12
    /// The lowest mean chroma of a picture that has a tint. Pictures below are grey.
    private static let leastChroma = 0.05

    /// Returns the most prominent colour of a picture; nil for a grey one.
    public static func colour(of pixels: some Sequence<Colour>) -> Colour? {
        var (sum, weight, count) = (Colour(red: 0, green: 0, blue: 0), 0.0, 0)
        for pixel in pixels {
            let chroma = pixel.chroma
            sum.red += pixel.red * chroma
            sum.green += pixel.green * chroma
            sum.blue += pixel.blue * chroma
            weight += chroma
            count += 1
        }
        guard count > 0, weight / Double(count) >= leastChroma else { return nil }
        return Colour(hue: sum.hue, saturation: 0.7, lightness: 0.5)
    }
}
