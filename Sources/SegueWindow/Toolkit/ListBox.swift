import CAdwaita

/// A short list in which every row is a separate widget. Use `RowList` for long lists.
final class ListBox: Widget {
    private(set) var rows: [Widget] = []

    /// Creates a list whose rows can be activated but not selected.
    init() {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    }

    /// Appends a row. `name` is its name for screen readers.
    @discardableResult
    func append(_ content: Widget, name: String) -> Widget {
        let row = Widget(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.typed(), content.widget)
        row.setName(name)
        gtk_list_box_append(opaque, row.widget)
        rows.append(row)
        return row
    }

    func removeAll() {
        releaseFocus()
        for row in rows { gtk_list_box_remove(opaque, row.widget) }
        rows = []
    }

    /// Calls `body` with the position of an activated row.
    func onActivate(_ body: @escaping (Int) -> Void) {
        on("row-activated") { arguments in
            if let row = arguments.object(1) { body(Self.place(of: row.assumingMemoryBound(to: GtkWidget.self))) }
        }
    }

    /// Returns the position of the row at a height; nil below all rows.
    func place(at y: Double) -> Int? {
        gtk_list_box_get_row_at_y(opaque, gint(y)).map { Int(gtk_list_box_row_get_index($0)) }
    }

    /// Highlights the row on which dragged music would land; nil removes the highlight.
    func showLanding(at place: Int?) {
        for (number, row) in rows.enumerated() { row.setStyle("landing", number == place) }
    }

    /// Returns the position of a row.
    static func place(of row: Widget.Pointer) -> Int {
        Int(gtk_list_box_row_get_index(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self)))
    }
}
