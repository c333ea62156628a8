import CAdwaita
import SegueWindowModel

/// One row of the queue. GTK reuses a row for different entries.
final class QueueRowView {
    let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let image = Thumbnail()
    private let mark = Image(icon: "media-playback-start-symbolic").styled("playing-mark")
    private let title = Label().xAligned(0)
    private let artists = Label().xAligned(0).styled("caption", "dim-label")
    private let length = Label().styled("caption", "numeric", "dim-label")
    private let remove = Button(icon: "list-remove-symbolic", name: translated("Remove from Queue"))
        .styled("flat", "circular")
    private let source: RowDragSource
    private let target = DropTarget()
    private let dragged = DropMotion()
    /// The entry being shown.
    private(set) var entry: String?
    /// The entry's name for screen readers.
    private var name = ""

    init() {
        // Focus stays on the row. With a focusable button inside, GTK would never focus the row itself.
        gtk_widget_set_focusable(remove.widget, 0)
        source = RowDragSource(box, GDK_ACTION_MOVE)
        let words = Box(GTK_ORIENTATION_VERTICAL, spacing: 2, [title, artists]).expanding(horizontally: true)
        words.aligned(nil, GTK_ALIGN_CENTER)
        // The margins are inside the row, so that every drop hits a row.
        words.margins(top: 3, bottom: 3)
        image.margins(top: 3, bottom: 3)
        mark.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        let cover = Widget(gtk_overlay_new())
        gtk_overlay_set_child(cover.opaque, image.widget)
        gtk_overlay_add_overlay(cover.opaque, mark.widget)
        for widget in [cover, words, length, remove.aligned(nil, GTK_ALIGN_CENTER)] as [Widget] { box.append(widget) }
        box.add(source)
        box.add(target)
        dragged.onMotion { [weak self] y in self?.showLanding(y.map { self?.isAbove($0) ?? false }) }
        box.add(dragged)
    }

    func onRemove(_ body: @escaping (String) -> Void) {
        remove.onClick { [weak self] in if let entry = self?.entry { body(entry) } }
    }

    /// Calls `body` with the dropped music, the target entry, and true if the drop is on its upper half.
    func onDrop(_ body: @escaping (Dragged, String, Bool) -> Void) {
        target.onDrop { [weak self] dropped, y in
            guard let self, let entry else { return false }
            showLanding(nil)
            body(dropped, entry, isAbove(y))
            return true
        }
    }

    /// Sets the closure that returns the entries that are dragged with this one.
    func onDrag(_ entries: @escaping (String) -> [String]) {
        source.dragged = { [weak self] in (self?.entry).map { .entries(entries($0)) } }
    }

    private func isAbove(_ y: Double) -> Bool { y < Double(gtk_widget_get_height(box.widget)) / 2 }

    /// Draws a line where the drop would land; nil removes the line.
    private func showLanding(_ isAbove: Bool?) {
        box.setStyle("landing-above", isAbove == true)
        box.setStyle("landing-below", isAbove == false)
    }

    func show(_ row: QueueRow, isCurrent: Bool) {
        entry = row.id
        title.text = row.title
        artists.text = row.artists
        artists.isVisible = !row.artists.isEmpty
        length.text = row.length.map { ClockText.text($0) } ?? ""
        name = row.artists.isEmpty ? row.title : translated("%s, by %s", row.title, row.artists)
        mark(isCurrent)
    }

    /// Shows the cover; without one, shows a symbol.
    func show(_ texture: Object?) { image.show(texture, icon: "audio-x-generic-symbolic") }

    /// Shows or hides the mark of the current entry.
    func mark(_ isCurrent: Bool) {
        mark.isVisible = isCurrent
        title.setStyle("heading", isCurrent)
        // The row itself belongs to GTK, and has no name.
        if let item = gtk_widget_get_parent(box.widget) {
            Widget.setName(isCurrent ? translated("%s, current track", name) : name, of: item)
        }
    }

    /// True if the row has the keyboard focus.
    var hasKeyboard: Bool { gtk_widget_get_parent(box.widget).map { gtk_widget_is_focus($0) != 0 } ?? false }

    /// Focuses the row, which belongs to GTK.
    func takeKeyboard() {
        if let item = gtk_widget_get_parent(box.widget) { gtk_widget_grab_focus(item) }
    }

    func forget() { entry = nil }
}
