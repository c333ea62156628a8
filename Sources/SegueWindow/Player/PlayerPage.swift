import CAdwaita
import EventLoop
import SegueClient
import SegueCore
import SegueWindowModel

/// The page of the current track: cover, titles, strip and controls.
///
/// The page follows the frame clock only during a fade, and while the strip moves from one span to another. If the
/// desktop disables animations, the page never follows the frame clock. Otherwise the page wakes for one frame when the
/// playhead has moved by half a pixel or the next second begins. While nothing moves or the page is not visible, the
/// page does not wake at all.
final class PlayerPage {
    let box = Box(GTK_ORIENTATION_VERTICAL)
    let seekBar = SeekBar()
    let volume = VolumeButton()
    let output = OutputMenu()
    private let cover = CoverView()
    private let covers = CoverLoader(size: 640, kept: 3)
    let titles = TitleView()
    /// The next track, the outgoing track, or the player's activity. The line is always present, so that nothing moves.
    private let coming = Label().styled("caption", "numeric").centered()
    private lazy var controls = TransportControls(volume, output)
    private let tint = PageTint()
    private var model = WindowModel()
    private lazy var frames = FrameClock(box) { [weak self] in self?.move($0) }
    private var wake: Later?
    /// The state last reported to screen readers.
    private var told: Told?
    /// The width of the content in a wide window.
    private static let width = 900
    /// The time between two pictures if animations are disabled, in seconds.
    private static let still = 0.25

    /// The state reported to screen readers, again whenever any part of it changes.
    private struct Told: Equatable {
        var second: Int64
        var length: MediaTime?
        var track: String?
        var isOnStrip: Bool
        var strip: Strip?
    }

    init() {
        let content = Box(
            GTK_ORIENTATION_VERTICAL, spacing: 12, [cover, titles.box, seekBar.box, coming, controls.box])
        content.margins(top: 18, bottom: 18, start: 12, end: 12)
        cover.expanding(horizontally: true, vertically: true)
        box.append(Clamp(content, maximum: Self.width, tightening: Self.width).expanding(vertically: true))
        seekBar.strip.onWords = { [weak self] in self?.refresh() }
        covers.onLoad = { [weak self] in self?.move(Int64(g_get_monotonic_time())) }
    }

    /// True if the page is visible.
    var isSeen = false {
        didSet { if isSeen != oldValue { move(Int64(g_get_monotonic_time())) } }
    }

    /// Focuses the player's controls.
    func takeKeyboard() { controls.takeKeyboard() }

    func show(_ model: WindowModel) {
        self.model = model.withoutQueue
        titles.show(model.track)
        controls.show(model)
        volume.show(model.properties.volume, isMuted: model.properties.isMuted)
        seekBar.show(model)
        move(Int64(g_get_monotonic_time()))
    }

    /// Updates the page when something other than the model has changed.
    func refresh() { move(Int64(g_get_monotonic_time())) }

    /// Shows the state at a moment, and schedules the next update.
    private func move(_ microseconds: Int64) {
        let now = MonotonicTime(nanoseconds: microseconds * 1000)
        let position = model.position(at: now)
        let strip = model.strip
        showCover(now)
        let line = words(now, position, strip)
        if line != coming.text {
            coming.text = line
            // A sentence about a problem may be longer than the line.
            coming.tooltip = line
        }
        titles.time =
            strip?.isFading == true && seekBar.showsStrip
            ? model.track?.length.map { translated("%s of %s", ClockText.text(position), ClockText.text($0)) }
                ?? ClockText.text(position) : ""
        let isAnimated = adw_get_enable_animations(box.widget) != 0 && isSeen
        let playhead = strip.map { model.playhead(on: $0, at: now) } ?? 0
        let needsFrame = seekBar.move(
            model, position: position, playhead: playhead, microseconds, isAnimated: isAnimated)
        let telling = Told(
            second: Int64(position.seconds), length: model.track?.length, track: model.track?.id,
            isOnStrip: seekBar.showsStrip, strip: strip)
        if told != telling {
            told = telling
            seekBar.tell(position, model.track?.length, coming.text)
        }
        // A fade heard to its end stands still until the player announces that it is over.
        let isFading = model.properties.fade.map { !$0.isSuspended && $0.progress(at: now) < 1 } ?? false
        frames.isRunning = isAnimated && (needsFrame || (isFading && model.isMoving))
        wake = nil
        guard isSeen, model.isMoving, !frames.isRunning else { return }
        let untilSecond = 1 - position.seconds.truncatingRemainder(dividingBy: 1)
        let seconds = min(untilSecond, max(seekBar.secondsPerStep, isAnimated ? 0.016 : Self.still))
        // Compositors need not report that a window is invisible, but send it no frames. The page therefore moves on
        // with the next frame; without frames, nothing wakes the window.
        wake = Later(milliseconds: Int(seconds * 1000) + 1) { [weak self] in self?.frames.isRunning = true }
    }

    private func showCover(_ now: MonotonicTime) {
        let incoming = model.track.flatMap { covers.texture($0.artURI, name: $0.coverName) }
        // The tint stays unchanged until a cover has been read.
        if incoming != nil || model.track == nil { tint.show(incoming) }
        if let progress = model.fadeProgress(at: now), let outgoing = model.outgoingTrack {
            cover.show(
                covers.texture(outgoing.artURI, name: outgoing.coverName), incoming, progress: progress)
        } else {
            cover.show(incoming)
        }
    }

    private func words(_ now: MonotonicTime, _ position: MediaTime, _ strip: Strip?) -> String {
        if let seam = seekBar.strip.draggedSeam { return StripText.place(of: seam) }
        guard !seekBar.strip.isHinting else {
            return translated("Drag the transition to move it; its edges make it longer or shorter.")
        }
        let busy = StateText.text(model)
        guard busy.isEmpty else { return busy }
        if let fade = model.properties.fade, let outgoing = model.outgoingTrack, let track = model.track {
            return StripText.fading(
                outgoing.title, track.title, progress: fade.progress(at: now), isPaused: fade.isSuspended)
        }
        guard let next = model.next else { return " " }
        let left = (strip?.seam?.start).map { MediaTime(seconds: $0) - position } ?? MediaTime(seconds: -1)
        return StripText.coming(next.title, strip?.seam, left: left)
    }
}
