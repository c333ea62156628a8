import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// The transition strip: the waveform of the current track, the head of the next one over its tail, the gain curves of
/// both above, and the moving playhead. A click or drag seeks; the seam can be dragged.
final class StripView: DrawnWidget {
    /// The height of the part with the gain curves.
    private static let gainsHeight = 26.0
    private static let height = 112.0

    /// Called to seek to a time on the strip's axis.
    var onSeek: ((Double) -> Void)?
    /// Called to pin another seam.
    var onPin: ((Strip.Seam) -> Void)?
    /// Called to join the next track to the end of this one.
    var onJoin: (() -> Void)?
    /// Called to play from a time on the strip's axis.
    var onHear: ((Double) -> Void)?
    /// Called when the text about the seam changes: the seam has been dragged, or there is a hint.
    var onWords: (() -> Void)?
    /// Called to restore the planner's seam.
    var onUnpin: (() -> Void)?

    private(set) var strip: Strip?
    private var outgoingEnvelope: Envelope?
    private var incomingEnvelope: Envelope?
    private(set) var playhead = 0.0
    private var span = StripSpan()
    /// The picture of the waveforms, as last painted.
    private var picture: StripPicture?
    /// The part held by a person; nil while none is held.
    private var hold: Strip.Hold?
    private var heldAt = 0.0
    /// The seam as dragged. Kept after the release, until the plan changes or the player has refused.
    private var dragged: Strip.Seam?
    private var settling: Later?
    /// The time to wait for a changed plan, in milliseconds.
    private static let patience = 1000
    private var scrubbing: Double?
    private var hover: Double?
    private var menu: ContextMenu?

    init() {
        super.init(.slider)
        setName(translated("Position and transition"))
        styled("strip")
        gtk_widget_set_focusable(widget, 1)
        gtk_widget_set_has_tooltip(widget, 1)
        listen()
        menu = makeMenu()
    }

    // MARK: - Contents

    func show(_ strip: Strip?, outgoing: Envelope?, incoming: Envelope?) {
        guard strip != self.strip || outgoing != outgoingEnvelope || incoming != incomingEnvelope else { return }
        let former = self.strip
        self.strip = strip
        outgoingEnvelope = outgoing
        incomingEnvelope = incoming
        picture = nil
        if let former, let strip, former.outgoing != strip.outgoing { span.shift(by: strip.offset(from: former)) }
        if let hold, let former, strip?.keeps(hold, from: former) != true { letGo() }
        if hold == nil, former?.seam != strip?.seam || former?.outgoing != strip?.outgoing { forgetDrag() }
        redraw()
    }

    /// True if the strip always shows the transition in close-up, whatever the playhead's position.
    var isClose = false {
        didSet { redraw() }
    }

    /// Ends the hold because the held part has changed.
    private func letGo() {
        if hold != nil { hold = .nothing }
        scrubbing = nil
        forgetDrag()
    }

    /// Shows the planned seam and reports the change: the dragged seam is in force, or was refused.
    func forgetDrag() {
        settling = nil
        guard dragged != nil else { return }
        dragged = nil
        picture = nil
        redraw()
        gtk_widget_trigger_tooltip_query(widget)
    }

    /// True while a person holds the seam and has moved it.
    private var isDragging: Bool { hold != nil && dragged != nil }

    /// The seam being dragged; nil if none is.
    var draggedSeam: Strip.Seam? { isDragging ? dragged : nil }

    /// True while the pointer is on a seam for the first time ever.
    private(set) var isHinting = false {
        didSet { if isHinting != oldValue { onWords?() } }
    }
    /// True once this window has checked whether the hint is new.
    private var hasHinted = false

    private func hint() {
        guard !hasHinted else { return }
        hasHinted = true
        isHinting = Hint.seam.isNew()
    }

    /// Returns the part of the seam below the pointer; nil if there is none, and during a fade.
    private func grip(at x: Double) -> Strip.Grip? {
        strip?.isFading == true || strip?.incoming == nil ? nil : strip?.seam.flatMap { ownScale.grip($0, at: x) }
    }

    /// Moves the playhead. Returns true while the picture moves by itself and needs the next frame. The axis stands
    /// still while a part is held.
    func move(playhead: Double, at microseconds: Int64, isAnimated: Bool) -> Bool {
        guard let strip else { return false }
        self.playhead = playhead
        let wanted = isClose || strip.isNearSeam(playhead) ? strip.close : strip.whole
        let isMoving = hold == nil && span.aim(at: wanted, microseconds, isAnimated: isAnimated)
        redraw()
        return isMoving
    }

    /// The time in which the playhead moves half a pixel, in seconds.
    var secondsPerStep: Double { scale(width: Double(gtk_widget_get_width(widget))).secondsPerPixel / 2 }

    private func scale(width: Double) -> StripScale {
        StripScale(span: span.current ?? strip?.whole ?? 0...1, width: width)
    }

    private var ownScale: StripScale { scale(width: Double(gtk_widget_get_width(widget))) }

    override func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
        orientation == GTK_ORIENTATION_HORIZONTAL ? (200, 600) : (Int(Self.height), Int(Self.height))
    }

    // MARK: - Drawing

    override func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
        guard let strip else { return }
        let scale = scale(width: width)
        let colours = StripColours(self)
        let key = StripPicture.Key(scale: scale, height: height, gainsHeight: Self.gainsHeight, colours: colours)
        if picture?.key != key {
            picture = StripPicture(
                strip, seam: dragged ?? strip.seam, outgoing: outgoingEnvelope, incoming: incomingEnvelope, key)
        }
        let head = scale.place(scrubbing ?? playhead)
        drawSeam(snapshot, dragged ?? strip.seam, scale, height, colours)
        if let picture {
            drawPicture(snapshot, picture.node, from: 0, to: head, height, opacity: 1)
            drawPicture(snapshot, picture.node, from: head, to: width, height, opacity: colours.opacityAhead)
        }
        fill(snapshot, colours.text, head - 1, Self.gainsHeight - 4, 2, height - Self.gainsHeight + 4)
        if let hover, hold == nil {
            fill(snapshot, colours.pointer, hover, Self.gainsHeight, 1, height - Self.gainsHeight)
        }
    }

    private func drawPicture(
        _ snapshot: OpaquePointer, _ picture: OpaquePointer, from: Double, to: Double, _ height: Double,
        opacity: Double
    ) {
        guard to > from else { return }
        var part = Self.rectangle(from, 0, to - from, height)
        gtk_snapshot_push_clip(snapshot, &part)
        if opacity < 1 { gtk_snapshot_push_opacity(snapshot, opacity) }
        gtk_snapshot_append_node(snapshot, picture)
        if opacity < 1 { gtk_snapshot_pop(snapshot) }
        gtk_snapshot_pop(snapshot)
    }

    /// Draws the background and the edges of the seam.
    private func drawSeam(
        _ snapshot: OpaquePointer, _ seam: Strip.Seam?, _ scale: StripScale, _ height: Double, _ colours: StripColours
    ) {
        guard let seam, strip?.incoming != nil else { return }
        let start = scale.place(seam.start)
        let end = scale.place(seam.end)
        fill(snapshot, colours.ground(isDragged: isDragging), start, 0, max(end - start, 1), height)
        for edge in seam.duration > 0 ? [start, end] : [start] {
            fill(snapshot, colours.edge, edge - 0.5, 0, 1, height)
        }
        guard showsGrips else { return }
        for edge in seam.duration > 0 ? [start, end] : [start] { drawGrip(snapshot, edge, height, colours) }
    }

    /// The size of the handle at an edge that can be dragged.
    private static let grip = (width: 6.0, height: 28.0)

    private var showsGrips: Bool {
        guard strip?.isFading == false else { return false }
        return isDragging || hasFocusInside || hover.map { grip(at: $0) != nil } ?? false
    }

    private func drawGrip(_ snapshot: OpaquePointer, _ edge: Double, _ height: Double, _ colours: StripColours) {
        let (width, length) = Self.grip
        let top = Self.gainsHeight + (height - Self.gainsHeight - length) / 2
        var outline = GskRoundedRect()
        withUnsafePointer(to: Self.rectangle(edge - width / 2, top, width, length)) {
            _ = gsk_rounded_rect_init_from_rect(&outline, $0, Float(width / 2))
        }
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        fill(snapshot, colours.text, edge - width / 2, top, width, length)
        gtk_snapshot_pop(snapshot)
    }

    private func fill(
        _ snapshot: OpaquePointer, _ colour: GdkRGBA, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) {
        var colour = colour
        var bounds = Self.rectangle(x, y, width, height)
        gtk_snapshot_append_color(snapshot, &colour, &bounds)
    }

    private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }

    // MARK: - The pointer

    private let style = Object(borrowing: adw_style_manager_get_default().map { UnsafeMutableRawPointer($0) })
    private let drag = DragGesture()
    private let motion = MotionController()
    private let keys = KeyController()

    private func listen() {
        drag.onDrag(
            begin: { [weak self] x, _ in self?.press(x) },
            update: { [weak self] x, _ in self?.drag(x) },
            end: { [weak self] x, _ in self?.release(x) })
        add(drag)
        motion.onMotion { [weak self] x, _ in self?.point(at: x) }
        motion.onLeave { [weak self] in
            self?.hover = nil
            self?.isHinting = false
            self?.redraw()
        }
        add(motion)
        keys.onPress { [weak self] in self?.key($0) ?? false }
        add(keys)
        style.onChange(of: "high-contrast") { [weak self] in self?.redraw() }
        onAsking("query-tooltip") { [weak self] arguments in
            self?.tooltip(at: Double(arguments.integer(1)), arguments.object(4)) ?? false
        }
    }

    private func press(_ x: Double) {
        focus()
        guard strip != nil else { return }
        forgetDrag()
        heldAt = x
        hold = grip(at: x).map { .seam($0) } ?? .playhead
        if hold == .playhead { scrub(x) }
    }

    private func drag(_ distance: Double) {
        guard let strip else { return }
        if hold == .playhead { scrub(heldAt + distance) }
        guard case .seam(let held) = hold, let seam = strip.seam else { return }
        guard abs(distance) > 2 || dragged != nil else { return }
        let grip = ownScale.grip(held, of: seam, movedBy: distance)
        dragged = strip.dragged(grip, by: distance * ownScale.secondsPerPixel, snapping: !self.drag.isAlt)
        picture = nil
        redraw()
        onWords?()
        gtk_widget_trigger_tooltip_query(widget)
    }

    private func release(_ distance: Double) {
        let held = hold
        hold = nil
        scrubbing = nil
        redraw()
        guard let held, held != .nothing else { return }
        if let dragged {
            gtk_widget_trigger_tooltip_query(widget)
            settling = Later(milliseconds: Self.patience) { [weak self] in self?.forgetDrag() }
            onPin?(dragged)
        } else {
            onSeek?(ownScale.time(heldAt + distance))
        }
    }

    private func scrub(_ x: Double) {
        scrubbing = ownScale.time(x)
        redraw()
    }

    private func point(at x: Double) {
        hover = x
        let grip = grip(at: x)
        if grip != nil { hint() }
        switch grip {
        case .start, .end: gtk_widget_set_cursor_from_name(widget, "col-resize")
        case .whole: gtk_widget_set_cursor_from_name(widget, "grab")
        case nil: gtk_widget_set_cursor_from_name(widget, "pointer")
        }
        redraw()
    }

    private func tooltip(at x: Double, _ tooltip: UnsafeMutableRawPointer?) -> Bool {
        guard let strip, let tooltip else { return false }
        let time = ownScale.time(x)
        let seam = dragged ?? strip.seam
        let isOnSeam = seam.map { ownScale.grip($0, at: x) != nil } ?? false
        gtk_tooltip_set_text(
            OpaquePointer(tooltip),
            StripText.tooltip(strip, seam: isOnSeam || dragged != nil ? seam : nil, isDragged: dragged != nil, time))
        return true
    }
}
