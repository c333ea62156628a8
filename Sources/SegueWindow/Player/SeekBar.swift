import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// The position in the track: the strip if the audio is analysed, otherwise a plain slider, and the times below.
final class SeekBar {
    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
    let strip = StripView()
    private let slider = Scale(maximum: 1, step: 5, page: 30)
    private let stack = Stack(isHomogeneous: true)
    private let elapsed = Label().styled("numeric", "caption", "dim-label")
    private let remaining = Label().styled("numeric", "caption", "dim-label")
    /// The track being shown.
    private var track: String?
    /// Called to seek to a position in the track.
    var onSeek: ((MediaTime) -> Void)?

    init() {
        slider.setName(translated("Position"))
        stack.add(Widget(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), name: "nothing")
        stack.add(slider, name: "slider")
        stack.add(strip, name: "strip")
        slider.leftToRight()
        box.append(stack)
        box.append(CenterBox(start: elapsed, center: nil, end: remaining).leftToRight())
        strip.onChange(of: "has-focus") { [weak self] in
            // The window takes note of its focus after this.
            if let self, gtk_widget_has_focus(strip.widget) != 0 { describe() }
        }
        slider.onWish { [weak self] in self?.onSeek?(MediaTime(seconds: $0)) }
    }

    /// Shows all changes except the time.
    func show(_ model: WindowModel) {
        let shown = model.strip
        let outgoing = shown.flatMap { model.envelopes[$0.outgoing] }
        strip.show(
            shown, outgoing: outgoing, incoming: shown?.incoming.flatMap { model.envelopes[$0] })
        if model.track?.id != track {
            track = model.track?.id
            slider.forgetWish()
        }
        let length = model.track?.length
        stack.page = outgoing != nil ? "strip" : length != nil ? "slider" : "nothing"
        slider.setMaximum(length?.seconds ?? 1)
        slider.isSensitive = model.properties.canSeek
    }

    /// True if the track's audio is analysed, and its strip is shown.
    var showsStrip: Bool { stack.page == "strip" }

    /// Advances to a moment. Returns true while the strip needs the next frame.
    func move(_ model: WindowModel, position: MediaTime, playhead: Double, _ now: Int64, isAnimated: Bool) -> Bool {
        // During a fade, the times of the strip, whose axis is that of the outgoing track.
        let fading = showsStrip ? strip.strip.flatMap { $0.isFading ? $0 : nil } : nil
        let place = fading == nil ? position : MediaTime(seconds: playhead)
        elapsed.text = model.track == nil ? "" : ClockText.text(place)
        if let length = fading.map({ MediaTime(seconds: $0.outgoingLength) }) ?? model.track?.length {
            remaining.text = "−" + ClockText.text(max(length - place, .zero))
        } else {
            remaining.text = model.isLive ? translated("Live") : ""
        }
        guard showsStrip else {
            slider.value = position.seconds
            if let length = model.track?.length { slider.describe(Self.time(position, of: length)) }
            return false
        }
        return strip.move(playhead: playhead, at: now, isAnimated: isAnimated)
    }

    /// The time between two pictures while the track plays, in seconds.
    var secondsPerStep: Double { showsStrip ? strip.secondsPerStep : 1 }

    /// The state of the strip reported to screen readers.
    private struct Told {
        var position = MediaTime.zero
        var length = MediaTime.zero
        /// The line below the strip.
        var line = ""
    }
    private var told = Told()
    /// The position and strip in the strip's current description.
    private var described: (position: MediaTime, strip: Strip?) = (.zero, nil)
    /// The lifetime of a description while the track plays, in seconds. Screen readers may read out each one.
    private static let describedFor = 30.0
    /// The range of progress since the position reported a second ago. A position outside it was reached by seeking.
    private static let sought = 0.0...2.0

    /// Updates the description: GTK 4.8 reports a description of custom widgets to screen readers, but no value.
    private func describe() {
        described = (told.position, strip.strip)
        strip.setAccessible(
            GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
            .string(StripText.description(told.position, told.length, told.line)))
    }

    /// Reports the position to screen readers. `line` is the line below the strip.
    func tell(_ position: MediaTime, _ length: MediaTime?, _ line: String) {
        guard let length, showsStrip else { return }
        let step = (position - told.position).seconds
        told = Told(position: position, length: length, line: line)
        if !Self.sought.contains(step) || strip.strip != described.strip
            || (position - described.position).seconds >= Self.describedFor
        {
            describe()
        }
        strip.setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, .double(length.seconds))
        strip.setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, .double(0))
        strip.setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, .double(position.seconds))
        strip.setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, .string(Self.time(position, of: length)))
    }

    private static func time(_ position: MediaTime, of length: MediaTime) -> String {
        translated("%s of %s", ClockText.text(position), ClockText.text(length))
    }
}
