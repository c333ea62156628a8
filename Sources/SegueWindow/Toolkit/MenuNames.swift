import CAdwaita

/// Names of the items of menus for screen readers.
///
/// In GTK 4.18, an item takes the name of its label, which has none because its role is presentational. A screen reader
/// then finds items without names. In GTK 4.8, the items keep the names that they have.
enum MenuNames {
    private static let key = "segue-named"

    /// Names the items of a menu's popover each time before it is shown.
    static func keep(in popover: Object) {
        popover.on("map") { [unowned popover] _ in nameItems(below: popover.typed()) }
    }

    /// Names the items that an open menu has now.
    static func nameItems(below widget: Widget.Pointer) {
        for item in items(below: widget) {
            name(item)
            follow(item)
        }
    }

    /// Focuses the first item of an open menu, unless an item has the focus.
    static func focusItem(below widget: Widget.Pointer) {
        let items = items(below: widget)
        guard let first = items.first, items.allSatisfy({ gtk_widget_has_focus($0) == 0 }) else { return }
        gtk_widget_grab_focus(first)
    }

    private static func items(below widget: Widget.Pointer) -> [Widget.Pointer] {
        Widget.children(of: widget).flatMap { child in
            // GTK has no public type for the items.
            String(cString: gtk_widget_get_css_name(child)) == "modelbutton" ? [child] : items(below: child)
        }
    }

    /// Gives an item the text of its label as its name. Does nothing for an item with only an icon.
    private static func name(_ item: Widget.Pointer) {
        let label = Widget.children(of: item).first { String(cString: gtk_widget_get_css_name($0)) == "label" }
        guard let label, let text = gtk_label_get_text(OpaquePointer(label)) else { return }
        gtk_accessible_reset_relation(OpaquePointer(item), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        Widget.setName(String(cString: text), of: item)
    }

    /// Names an item again after each change of a property, because GTK may then restore its own name.
    private static func follow(_ item: Widget.Pointer) {
        let object = UnsafeMutableRawPointer(item).assumingMemoryBound(to: GObject.self)
        guard g_object_get_data(object, key) == nil else { return }
        g_object_set_data(object, key, UnsafeMutableRawPointer(item))
        // The item releases the closure at its end.
        g_signal_connect_closure(item, "notify", SignalClosure.make { _, _ in name(item) }, 0)
    }
}
