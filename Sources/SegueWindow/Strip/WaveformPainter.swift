import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// A painter of waveforms, band over band, scaled by the gain.
struct WaveformPainter {
    let cairo: OpaquePointer
    let scale: StripScale
    /// The centre line of the waveform, and the largest distance from it.
    let middle: Double
    let reach: Double
    /// The peak that reaches that distance.
    let peak: Double
    /// The opacity of each band.
    let opacities: (low: Double, middle: Double, high: Double)

    /// The exponent of a band's height, below 1 so that quiet music is visible too.
    private static let exponent = 0.8

    /// Paints the part of a track heard in `span`. The track's beginning is at `origin`.
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
