import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// Paints outlines of sound, band over band, as high as they are heard.
struct WaveformPainter {
    let cairo: OpaquePointer
    let scale: StripScale
    /// The line that the outline lies around, and how far it may go from there.
    let middle: Double
    let reach: Double
    /// The peak that goes as far as that.
    let peak: Double
    /// How much is seen of each band.
    let opacities: (low: Double, middle: Double, high: Double)

    /// How high a band stands out, so that quiet music can be seen too.
    private static let exponent = 0.8

    /// Paints what is heard in `span` of a track whose beginning lies at `origin`.
    func paint(
        _ envelope: Envelope, at origin: Double, within span: ClosedRange<Double>, colour: GdkRGBA,
        gain: (Double) -> Double
    ) {
        let first = max(0, Int(scale.place(span.lowerBound)))
        let last = min(Int(scale.width), Int(scale.place(span.upperBound).rounded(.up)))
        guard first < last else { return }
        let peaks = (first..<last).map { column in
            let time = scale.time(Double(column))
            let peaks = envelope.peaks(from: time - origin, to: time - origin + scale.secondsPerPixel)
            let gain = gain(time)
            return (low: peaks.low * gain, middle: peaks.middle * gain, high: peaks.high * gain)
        }
        fill(peaks.map(\.low), from: first, colour.withAlpha(opacities.low))
        fill(peaks.map(\.middle), from: first, colour.withAlpha(opacities.middle))
        fill(peaks.map(\.high), from: first, colour.withAlpha(opacities.high))
    }

    private func fill(_ heights: [Double], from first: Int, _ colour: GdkRGBA) {
        var colour = colour
        gdk_cairo_set_source_rgba(cairo, &colour)
        let heights = heights.map { max(0.5, pow($0 / peak, Self.exponent) * reach) }
        cairo_move_to(cairo, Double(first), middle)
        for (index, height) in heights.enumerated() { cairo_line_to(cairo, Double(first + index), middle - height) }
        for (index, height) in heights.enumerated().reversed() {
            cairo_line_to(cairo, Double(first + index), middle + height)
        }
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }
}
