import CAdwaita
import SegueCore
import SegueWindowModel

/// Lyrics line by line. The sung line stays in one place, and a click on a line seeks to it.
final class TimedLines {
    let scroller: Scroller
    private let list = ListBox().styled("navigation-sidebar", "lyrics")
    private var starts: [MediaTime] = []
    private var current: Int?
    private var scrolling: Object?
    /// The distance of the sung line from the upper edge, as a fraction of the height.
    private static let place = 0.35
    /// The duration of the scrolling between two lines, in milliseconds.
    private static let duration: guint = 300
    /// Called to seek to the beginning of a line.
    var onSeek: ((MediaTime) -> Void)?

    init() {
        list.setName(translated("Lyrics"))
        scroller = Scroller(list)
        list.onActivate { [weak self] place in
            if let self, starts.indices.contains(place) { onSeek?(starts[place]) }
        }
        // A row has no position before it has been laid out.
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

    /// Marks a line as the sung one; nil for none.
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
        // If the desktop disables animations, this jumps to the end immediately.
        adw_animation_play(animation)
    }
}
