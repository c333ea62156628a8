import CAdwaita

/// A short list: every row is a widget of its own. For long lists there is `RowList`.
final class ListBox: Widget {
    private(set) var rows: [Widget] = []

    /// Rows that can be activated, and not selected.
    init() {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    }

    /// Puts a row at the end; `name` is the one for screen readers.
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
        for row in rows { gtk_list_box_remove(opaque, row.widget) }
        rows = []
    }

    /// Calls `body` with the place of a row that a person has activated.
    func onActivate(_ body: @escaping (Int) -> Void) {
        on("row-activated") { arguments in
            if let row = arguments.object(1) { body(Self.place(of: row.assumingMemoryBound(to: GtkWidget.self))) }
        }
    }

    /// The place of one of the rows.
    static func place(of row: Widget.Pointer) -> Int {
        Int(gtk_list_box_row_get_index(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self)))
    }
}
