import CAdwaita

/// The cover of the current track. During a fade, the two covers dissolve into each other.
final class CoverView: DrawnWidget {
    private static let minimum = 96
    private static let natural = 360
    private static let radius: Float = 12

    private var outgoing: Object?
    private var incoming: Object?
    private var hasOutgoing = false
    private var progress = 1.0

    init() {
        super.init(.image)
        setName(translated("Cover"))
    }

    override func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
        // In a low window, the controls need the room.
        (orientation == GTK_ORIENTATION_HORIZONTAL ? Self.minimum : 0, Self.natural)
    }

    /// Shows a cover; nil for none.
    func show(_ texture: Object?) {
        guard hasOutgoing || incoming !== texture else { return }
        hasOutgoing = false
        outgoing = nil
        incoming = texture
        redraw()
    }

    /// Shows the dissolve from one cover to another.
    func show(_ outgoing: Object?, _ incoming: Object?, progress: Double) {
        hasOutgoing = true
        self.outgoing = outgoing
        self.incoming = incoming
        self.progress = progress
        redraw()
    }

    override func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
        let side = Float(min(width, height))
        guard side >= 1 else { return }
        let bounds = graphene_rect_t(
            origin: graphene_point_t(x: (Float(width) - side) / 2, y: (Float(height) - side) / 2),
            size: graphene_size_t(width: side, height: side))
        var outline = GskRoundedRect()
        withUnsafePointer(to: bounds) { _ = gsk_rounded_rect_init_from_rect(&outline, $0, Self.radius) }
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        if hasOutgoing {
            drawCover(snapshot, outgoing, bounds)
            gtk_snapshot_push_opacity(snapshot, progress)
            drawCover(snapshot, incoming, bounds)
            gtk_snapshot_pop(snapshot)
        } else {
            drawCover(snapshot, incoming, bounds)
        }
        gtk_snapshot_pop(snapshot)
    }

    private func drawCover(_ snapshot: OpaquePointer, _ texture: Object?, _ bounds: graphene_rect_t) {
        guard let texture else { return drawPlaceholder(snapshot, bounds) }
        let width = Float(gdk_texture_get_width(texture.opaque))
        let height = Float(gdk_texture_get_height(texture.opaque))
        // Fills the square; the excess of the longer side is cropped.
        let scale = max(bounds.size.width / width, bounds.size.height / height)
        var place = graphene_rect_t(
            origin: graphene_point_t(
                x: bounds.origin.x + (bounds.size.width - width * scale) / 2,
                y: bounds.origin.y + (bounds.size.height - height * scale) / 2),
            size: graphene_size_t(width: width * scale, height: height * scale))
        gtk_snapshot_append_texture(snapshot, texture.opaque, &place)
    }

    /// Draws a shade while a cover is being read.
    private func drawPlaceholder(_ snapshot: OpaquePointer, _ bounds: graphene_rect_t) {
        var bounds = bounds
        var text = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &text)
        var shade = text.withAlpha(0.1)
        gtk_snapshot_append_color(snapshot, &shade, &bounds)
    }
}
