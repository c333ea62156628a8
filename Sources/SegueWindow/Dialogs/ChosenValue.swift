import CAdwaita

/// The value that a combo row shows, in full. The label of libadwaita is shortened in favour of the title, which could
/// have several lines instead.
final class ChosenValue {
    private let factory = Object(consuming: gtk_signal_list_item_factory_new().map { UnsafeMutableRawPointer($0) })

    /// Shows the values of this row, which are strings. The list of all values stays as it is.
    init(_ row: Widget) {
        factory.on("setup") { arguments in
            guard let item = arguments.object(1) else { return }
            gtk_list_item_set_child(OpaquePointer(item), gtk_label_new(nil))
        }
        factory.on("bind") { arguments in
            guard let item = arguments.object(1).map({ OpaquePointer($0) }), let text = gtk_list_item_get_item(item),
                let label = gtk_list_item_get_child(item)
            else { return }
            gtk_label_set_text(OpaquePointer(label), gtk_string_object_get_string(OpaquePointer(text)))
        }
        adw_combo_row_set_list_factory(row.typed(), adw_combo_row_get_factory(row.typed()))
        adw_combo_row_set_factory(row.typed(), factory.opaque)
    }
}
