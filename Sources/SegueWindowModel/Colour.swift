/// A colour in sRGB. Each component is 0…1.
public struct Colour: Equatable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double

    /// Creates a colour from components of 0…1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a colour from hue, saturation and lightness, each 0…1 (CSS Color Module Level 3, section 4.2.4).
    public init(hue: Double, saturation: Double, lightness: Double) {
        let reach = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> Double {
            let place = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
            return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
        }
        self.init(red: part(0), green: part(8), blue: part(4))
    }

    /// The difference between the highest and the lowest component, 0…1; 0 for a grey.
    public var chroma: Double { max(red, green, blue) - min(red, green, blue) }

    /// The position on the colour circle, 0 for red, in 0..<1; 0 for a grey.
    public var hue: Double {
        guard chroma > 0 else { return 0 }
        let highest = max(red, green, blue)
        let sixths =
            highest == red
            ? (green - blue) / chroma : highest == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
        return (sixths + 6).truncatingRemainder(dividingBy: 6) / 6
    }
}
