import Foundation
import SegueWindowModel
import Testing

@Suite("Colours of covers")
struct CoverLookTests {
    @Test("A drawn cover follows from the name")
    func drawn() {
        let look = CoverLook(name: "Evening Songs")
        #expect(look == CoverLook(name: "Evening Songs"))
        let names = (0..<200).map { "Album \($0)" }
        #expect(Set(names.map { "\(CoverLook(name: $0))" }).count == names.count)
        for name in names {
            let look = CoverLook(name: name)
            #expect((0.35...0.65).contains(look.crossing) && (0.4...0.9).contains(look.width))
            for part in [look.first, look.last].flatMap({ [$0.red, $0.green, $0.blue] }) {
                #expect((0...1).contains(part))
            }
        }
    }

    @Test("Hue, saturation and lightness give the colours of the standard, and the hue can be read back")
    func hues() {
        let red = Colour(hue: 0, saturation: 1, lightness: 0.5)
        #expect(red == Colour(red: 1, green: 0, blue: 0))
        let blue = Colour(hue: 2.0 / 3, saturation: 1, lightness: 0.5)
        #expect(abs(blue.blue - 1) < 1e-9 && abs(blue.red) < 1e-9 && abs(blue.green) < 1e-9)
        for step in 0..<36 {
            let hue = Double(step) / 36
            #expect(abs(Colour(hue: hue, saturation: 0.6, lightness: 0.4).hue - hue) < 1e-9)
        }
    }

    @Test("The tint is the colour that stands out, and a grey picture gives none")
    func tint() {
        let grey = Array(repeating: Colour(red: 0.4, green: 0.4, blue: 0.4), count: 90)
        #expect(CoverTint.colour(of: grey) == nil)
        #expect(CoverTint.colour(of: []) == nil)
        let withRed = grey + Array(repeating: Colour(red: 0.9, green: 0.1, blue: 0.1), count: 10)
        #expect(CoverTint.colour(of: withRed)?.hue == 0)
    }

    @Test(
        "Dim text can be read on every tint",
        arguments: [
            // The colours of libadwaita 1.2's window, and the alpha of its text.
            (ground: 0.98, text: 0.0, alpha: 0.8), (ground: 0.141, text: 1.0, alpha: 1.0),
        ])
    func contrast(ground: Double, text: Double, alpha: Double) throws {
        let dimmed = 0.75
        for step in 0..<72 {
            let tint = try #require(
                CoverTint.colour(of: [Colour(hue: Double(step) / 72, saturation: 1, lightness: 0.5)]))
            let page = Colour(red: ground, green: ground, blue: ground).mixed(with: tint, share: CoverTint.share)
            let words = page.mixed(with: Colour(red: text, green: text, blue: text), share: alpha * dimmed)
            #expect(page.contrast(with: words) >= 4.5, "\(step): \(page.contrast(with: words))")
        }
    }
}

extension Colour {
    fileprivate func mixed(with other: Colour, share: Double) -> Colour {
        Colour(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    /// WCAG 2.1, contrast ratio.
    fileprivate func contrast(with other: Colour) -> Double {
        let (lower, higher) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (higher + 0.05) / (lower + 0.05)
    }

    /// WCAG 2.1, relative luminance.
    private var luminance: Double {
        func linear(_ part: Double) -> Double { part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
