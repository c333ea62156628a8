import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// The waveforms and gain curves of two tracks, painted once and kept until a part changes.
final class StripPicture {
    /// The length of the gain curves beyond the seam.
    private static let gainsMargin = 14.0

    /// Everything that determines the picture, apart from the waveforms.
    struct Key: Equatable {
        var scale: StripScale
        var height: Double
        /// The height of the part with the gain curves.
        var gainsHeight: Double
        var colours: StripColours
    }

    let key: Key
    let node: OpaquePointer

    /// Paints the picture; nil if there is nothing to paint.
    init?(_ strip: Strip, seam: Strip.Seam?, outgoing: Envelope?, incoming: Envelope?, _ key: Key) {
        self.key = key
        let (scale, height, colours) = (key.scale, key.height, key.colours)
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(scale.width), height: Float(height)))
        guard let snapshot = gtk_snapshot_new(), let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else {
            return nil
        }
        let reach = (height - key.gainsHeight) / 2
        let peak = max(outgoing?.peak ?? 0, incoming?.peak ?? 0, 0.1)
        let painter = WaveformPainter(
            cairo: cairo, scale: scale, middle: key.gainsHeight + reach, reach: reach - 2, peak: peak,
            opacities: colours.opacities)
        if let outgoing {
            painter.paint(
                outgoing, at: 0, within: 0...max(strip.outgoingLength, 0), colour: colours.outgoing,
                gain: { seam?.outgoingGain(at: $0) ?? 1 })
        }
        if let seam, strip.incoming != nil {
            if let incoming {
                painter.paint(
                    incoming, at: seam.incomingOrigin,
                    within: seam.start...max(seam.incomingOrigin + incoming.duration.seconds, seam.start),
                    colour: colours.incoming, gain: { seam.incomingGain(at: $0) })
            }
            Self.paintGains(cairo, key, colours.outgoing, seam) { seam.outgoingGain(at: $0) }
            Self.paintGains(cairo, key, colours.incoming, seam) { seam.incomingGain(at: $0) }
            Self.paintBeats(cairo, key, colours.outgoing, seam.beats.outgoing, row: 2)
            Self.paintBeats(cairo, key, colours.incoming, seam.incomingBeats, row: 1)
        }
        cairo_destroy(cairo)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        self.node = node
    }

    deinit { gsk_render_node_unref(node) }

    /// The height of a beat mark.
    private static let markHeight = 4.0
    /// The shortest distance between beats that are shown.
    private static let leastDistance = 4.0

    /// Paints a mark at each beat, in this row from below.
    private static func paintBeats(
        _ cairo: OpaquePointer, _ key: Key, _ colour: GdkRGBA, _ beats: [Double], row: Int
    ) {
        let places = beats.map { key.scale.place($0) }
        guard let first = places.first, let last = places.last,
            last - first >= leastDistance * Double(places.count - 1)
        else { return }
        var colour = colour
        gdk_cairo_set_source_rgba(cairo, &colour)
        cairo_set_line_width(cairo, 1)
        let top = key.height - Double(row) * markHeight
        for place in places where place >= 0 && place <= key.scale.width {
            cairo_move_to(cairo, place.rounded() + 0.5, top)
            cairo_line_to(cairo, place.rounded() + 0.5, top + markHeight - 1)
        }
        cairo_stroke(cairo)
    }

    /// Paints a curve across the seam and a little beyond.
    private static func paintGains(
        _ cairo: OpaquePointer, _ key: Key, _ colour: GdkRGBA, _ seam: Strip.Seam, _ gain: (Double) -> Double
    ) {
        var colour = colour
        gdk_cairo_set_source_rgba(cairo, &colour)
        cairo_set_line_width(cairo, 2)
        let first = max(0, Int(key.scale.place(seam.start) - gainsMargin))
        let last = min(Int(key.scale.width), Int(key.scale.place(seam.end) + gainsMargin))
        guard first < last, seam.duration > 0 else { return }
        for column in first...last {
            let height = 3 + (1 - gain(key.scale.time(Double(column)))) * (key.gainsHeight - 8)
            if column == first { cairo_move_to(cairo, Double(column), height) }
            cairo_line_to(cairo, Double(column), height)
        }
        cairo_stroke(cairo)
    }
}
