import CAdwaita
import SegueClient
import SegueWindowModel

/// The words of what plays, where its tags have them.
final class LyricsPage {
    let stack = Stack()
    private let text = Label()
    private let scroller: Scroller

    init() {
        gtk_label_set_wrap(text.opaque, 1)
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_NONE)
        gtk_label_set_selectable(text.opaque, 1)
        text.setName(translated("Lyrics"))
        text.xAligned(0).aligned(nil, GTK_ALIGN_START).margins(top: 18, bottom: 18, start: 18, end: 18)
        scroller = Scroller(text)
        stack.add(name: "none") {
            StatusPage(
                icon: "audio-x-generic-symbolic", title: translated("No Lyrics"),
                description: translated("The tags of this track have none.")
            ).styled("compact")
        }
        stack.add(scroller, name: "text")
        stack.on("map") { [weak self] _ in self?.showLyrics() }
    }

    private var lyrics = ""

    func show(_ model: WindowModel) {
        lyrics = model.lyrics
        if gtk_widget_get_mapped(stack.widget) != 0 { showLyrics() }
    }

    private func showLyrics() {
        stack.page = lyrics.isEmpty ? "none" : "text"
        guard lyrics != text.text else { return }
        text.text = lyrics
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
    }
}
