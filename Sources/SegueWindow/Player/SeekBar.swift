import CAdwaita
import SegueClient
import SegueCore
import SegueWindowModel

/// Where the track is: the strip where its sound is known, a plain slider elsewhere, and the times below.
final class SeekBar {
    let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
    let strip = StripView()
    private let slider = Scale(maximum: 1, step: 5, page: 30)
    private let stack = Stack(isHomogeneous: true)
    private let elapsed = Label().styled("numeric", "caption", "dim-label")
    private let remaining = Label().styled("numeric", "caption", "dim-label")
    /// The track that is shown.
    private var track: String?
    /// Asks to go to a position in the track.
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
            if let self, strip.hasFocusInside { describe() }
        }
        slider.onWish { [weak self] in self?.onSeek?(MediaTime(seconds: $0)) }
    }

    /// Shows what has changed, apart from the time.
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
    }

    /// Whether the sound of the track is known, and its strip shown.
    var showsStrip: Bool { stack.page == "strip" }

    /// Moves on to a moment; true while the strip needs the next frame.
    func move(_ model: WindowModel, position: MediaTime, playhead: Double, _ now: Int64, isAnimated: Bool) -> Bool {
        // Those of the strip, whose axis is that of the track that goes.
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
            return false
        }
        return strip.move(playhead: playhead, at: now, isAnimated: isAnimated)
    }

    /// How long the picture stays as it is while the track plays, in seconds.
    var secondsPerStep: Double { showsStrip ? strip.secondsPerStep : 1 }

    /// What screen readers are told of the strip.
    private struct Told {
        var position = MediaTime.zero
        var length = MediaTime.zero
        /// The line below the strip.
        var line = ""
    }
    private var told = Told()
    /// What the description of the strip says.
    private var described: (position: MediaTime, strip: Strip?) = (.zero, nil)
    /// How long a description holds while the track plays, in seconds: screen readers may say each one.
    private static let describedFor = 30.0
    /// What is further from the position that was told a second ago has been sought.
    private static let sought = 0.0...2.0

    /// GTK 4.8 tells screen readers no value of a widget of our own, but what describes it.
    private func describe() {
        described = (told.position, strip.strip)
        strip.setAccessible(
            GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
            .string(StripText.description(told.position, told.length, told.line)))
    }

    /// Tells screen readers where the track is; `line` is the one below the strip.
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
        strip.setAccessible(
            GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
            .string(translated("%s of %s", ClockText.text(position), ClockText.text(length))))
    }
}
