import CAdwaita
import SegueWindowModel

/// One row of the music library. GTK reuses a row for different items.
final class MusicRowView {
    let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let image = Thumbnail()
    private let title = Label().xAligned(0)
    private let subtitle = Label().xAligned(0).styled("caption", "dim-label")
    private let detail = Label().styled("caption", "numeric", "dim-label")
    private let add = Button(icon: "list-add-symbolic", name: translated("Add to Queue")).styled("flat", "circular")
    private let source: RowDragSource
    private(set) var row: MusicBrowser.Row?

    init() {
        source = RowDragSource(box, GDK_ACTION_COPY)
        source.dragged = { [weak self] in self?.row?.dragged }
        // Focus stays on the row. With a focusable button inside, GTK would never focus the row itself.
        gtk_widget_set_focusable(add.widget, 0)
        let words = Box(GTK_ORIENTATION_VERTICAL, spacing: 2, [title, subtitle]).expanding(horizontally: true)
        words.aligned(nil, GTK_ALIGN_CENTER)
        for widget in [image, words, detail, add.aligned(nil, GTK_ALIGN_CENTER)] as [Widget] { box.append(widget) }
        box.margins(top: 3, bottom: 3)
        box.add(source)
    }

    func onAdd(_ body: @escaping (MusicBrowser.Row) -> Void) {
        add.onClick { [weak self] in if let row = self?.row { body(row) } }
    }

    /// Reports the beginning and the end of a drag of the row.
    func onDrag(_ begin: @escaping (MusicRowView) -> Void, end: @escaping () -> Void) {
        source.onBegin = { [weak self] in if let self { begin(self) } }
        source.onEnd = end
    }

    /// Draws a line at the edge where a dragged row would land; nil removes it.
    func showLanding(above isAbove: Bool?) {
        box.setStyle("landing-above", isAbove == true)
        box.setStyle("landing-below", isAbove == false)
    }

    /// True if the row has the keyboard focus.
    var hasKeyboard: Bool { gtk_widget_get_parent(box.widget).map { gtk_widget_is_focus($0) != 0 } ?? false }

    func show(_ row: MusicBrowser.Row) {
        self.row = row
        let name = row.number.isEmpty ? row.title : "\(row.number). \(row.title)"
        title.text = name
        subtitle.text = row.subtitle
        subtitle.isVisible = !row.subtitle.isEmpty
        detail.text = row.detail
        add.isVisible = row.isPlayable
        // The row itself belongs to GTK, and has no name.
        if let item = gtk_widget_get_parent(box.widget) {
            Widget.setName(row.subtitle.isEmpty ? name : "\(name), \(row.subtitle)", of: item)
        }
    }

    /// Shows the cover; without one, shows the symbol.
    func show(_ texture: Object?) {
        if let row { image.show(texture, icon: row.icon) }
    }

    func forget() { row = nil }

    /// Focuses the row, which belongs to GTK.
    func focus() {
        if let item = gtk_widget_get_parent(box.widget) { gtk_widget_grab_focus(item) }
    }
}

extension MusicBrowser.Row {
    /// True if the whole row can be added to the queue.
    var isPlayable: Bool {
        switch target {
        case .track(let uri): !uri.isEmpty
        case .level(let level): level.query != nil
        }
    }

    /// The music of the row for a drag; nil if there is none.
    var dragged: Dragged? {
        switch target {
        case .track(let uri): uri.isEmpty ? nil : .files([uri])
        case .level(let level): level.query.map { .found(query: $0) }
        }
    }
}
