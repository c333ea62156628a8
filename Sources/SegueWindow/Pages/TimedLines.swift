import CAdwaita
import SegueCore
import SegueWindowModel

/// Lyrics line by line. The line that is sung stays in one place, and a click on a line goes there.
final class TimedLines {
    let scroller: Scroller
    private let list = ListBox().styled("navigation-sidebar", "lyrics")
    private var starts: [MediaTime] = []
    private var current: Int?
    private var scrolling: Object?
    /// The line that is sung stays so far from the upper edge, as a part of the height.
    private static let place = 0.35
    /// The time that the lines take to move on, in milliseconds.
    private static let duration: guint = 300
    /// Asks to go to the beginning of a line.
    var onSeek: ((MediaTime) -> Void)?

    init() {
        list.setName(translated("Lyrics"))
        scroller = Scroller(list)
        list.onActivate { [weak self] place in
            if let self, starts.indices.contains(place) { onSeek?(starts[place]) }
        }
        // A row has no place before it has been laid out.
        adjustment.on("changed") { [weak self] _ in self?.scroll() }
    }

    private lazy var adjustment = Object(
        borrowing: gtk_scrolled_window_get_vadjustment(scroller.opaque).map { UnsafeMutableRawPointer($0) })

    func show(_ lyrics: Lyrics) {
        list.removeAll()
        current = nil
        starts = lyrics.lines.map(\.start)
        for line in lyrics.lines {
            let label = Label(line.text.isEmpty ? "♪" : line.text).xAligned(0)
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
            list.append(label, name: line.text)
        }
    }

    /// Marks a line as the one that is sung; nil for none.
    func mark(_ line: Int?) {
        guard line != current else { return }
        if let current, list.rows.indices.contains(current) { list.rows[current].setStyle("sung", false) }
        current = line
        if let line, list.rows.indices.contains(line) { list.rows[line].setStyle("sung", true) }
        scroll()
    }

    private func scroll() {
        guard let current, list.rows.indices.contains(current) else { return }
        let row = list.rows[current]
        var (x, y) = (0.0, 0.0)
        let height = Double(gtk_widget_get_height(row.widget))
        guard height > 0, gtk_widget_translate_coordinates(row.widget, list.widget, 0, 0, &x, &y) != 0 else { return }
        let page = gtk_adjustment_get_page_size(adjustment.typed())
        let last = max(0, gtk_adjustment_get_upper(adjustment.typed()) - page)
        let wanted = min(max(y + height / 2 - page * Self.place, 0), last)
        let from = gtk_adjustment_get_value(adjustment.typed())
        guard abs(wanted - from) >= 1 else { return }
        let target = adw_property_animation_target_new(adjustment.typed(), "value")
        let animation = adw_timed_animation_new(list.widget, from, wanted, Self.duration, target)
        scrolling = Object(consuming: animation.map { UnsafeMutableRawPointer($0) })
        // Where the desktop is to show no motion, this goes to the end at once.
        adw_animation_play(animation)
    }
}
