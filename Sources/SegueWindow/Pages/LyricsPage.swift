import CAdwaita
import EventLoop
import SegueClient
import SegueCore
import SegueWindowModel

/// The lyrics of the current track, if its tags have any: as a text or, if the lines have times, line by line with the
/// sung line marked.
final class LyricsPage {
    let stack = Stack()
    private let text = Label()
    private let scroller: Scroller
    private let lines = TimedLines()
    /// Called to seek to the beginning of a line.
    var onSeek: ((MediaTime) -> Void)?

    init() {
        gtk_label_set_wrap(text.opaque, 1)
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_NONE)
        gtk_label_set_selectable(text.opaque, 1)
        text.setName(translated("Lyrics"))
        text.xAligned(0).aligned(nil, GTK_ALIGN_START).margins(top: 18, bottom: 18, start: 18, end: 18)
        scroller = Scroller(text)
        stack.add(name: "none") {
            StatusPage(
                icon: "format-justify-left-symbolic", title: translated("No Lyrics"),
                description: translated("The tags of this track have none.")
            ).styled("compact")
        }
        stack.add(scroller, name: "text")
        stack.add(lines.scroller, name: "lines")
        stack.on("map") { [weak self] _ in self?.showLyrics() }
        stack.on("unmap") { [weak self] _ in self?.wake = nil }
        lines.onSeek = { [weak self] in self?.onSeek?($0) }
    }

    private var model = WindowModel()
    private var shown = Lyrics(tag: "")
    private var wake: Later?
    /// True while the window is not minimised.
    var isSeen = false {
        didSet { if isSeen != oldValue { follow() } }
    }

    func show(_ model: WindowModel) {
        self.model = model.withoutQueue
        if gtk_widget_get_mapped(stack.widget) != 0 { showLyrics() }
    }

    private func showLyrics() {
        let lyrics = model.lyrics
        if lyrics != shown {
            shown = lyrics
            text.text = lyrics.lines.isEmpty ? lyrics.text : ""
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
            lines.show(lyrics)
        }
        stack.page = lyrics.text.isEmpty ? "none" : lyrics.lines.isEmpty ? "text" : "lines"
        follow()
    }

    /// Marks the sung line, and schedules the next change.
    private func follow() {
        wake = nil
        guard isSeen, !shown.lines.isEmpty, gtk_widget_get_mapped(stack.widget) != 0 else { return }
        let position = model.position(at: .now)
        lines.mark(shown.line(at: position))
        guard model.isMoving, let next = shown.nextStart(after: position) else { return }
        wake = Later(milliseconds: Int((next - position).seconds * 1000) + 1) { [weak self] in self?.follow() }
    }
}
