import CAdwaita

/// The keys of the window, from the table that sets them. GTK 4.8 makes this window from XML alone.
enum ShortcutsDialog {
    static func attach(to window: Widget) {
        let builder = Object(consuming: gtk_builder_new_from_string(xml, -1).map { UnsafeMutableRawPointer($0) })
        guard let dialog = gtk_builder_get_object(builder.opaque, "shortcuts") else { return }
        let shortcuts = Object(borrowing: UnsafeMutableRawPointer(dialog))
        gtk_application_window_set_help_overlay(window.typed(), shortcuts.opaque)
    }

    private static var xml: String {
        let groups = Shortcuts.groups.map { group in
            let rows = group.shortcuts.map { shortcut in
                object("GtkShortcutsShortcut", ["title": shortcut.title, "accelerator": shortcut.keys[0]], [])
            }
            return object("GtkShortcutsGroup", ["title": group.title], rows)
        }
        let onStrip = [
            (translated("Seek"), "Left Right"), (translated("Move the transition"), "<Alt>Left <Alt>Right"),
            (translated("Longer or shorter transition"), "<Alt>Up <Alt>Down"),
            (translated("Let the player choose the transition"), "Delete"),
        ].map { object("GtkShortcutsShortcut", ["title": $0.0, "accelerator": $0.1], []) }
        let strip = object("GtkShortcutsGroup", ["title": translated("On the Strip")], onStrip)
        let inQueue = [
            (translated("Play"), "Return"), (translated("Remove"), "Delete"),
            (translated("Move up or down"), "<Alt>Up <Alt>Down"),
        ].map { object("GtkShortcutsShortcut", ["title": $0.0, "accelerator": $0.1], []) }
        let queue = object("GtkShortcutsGroup", ["title": translated("In the Queue")], inQueue)
        let section = object("GtkShortcutsSection", ["section-name": "all"], groups + [strip, queue])
        return "<interface>"
            + "<object class=\"GtkShortcutsWindow\" id=\"shortcuts\"><property name=\"modal\">1</property>"
            + "<child>\(section)</child></object></interface>"
    }

    private static func object(_ type: String, _ properties: [String: String], _ children: [String]) -> String {
        let lines = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }.joined()
        return "<object class=\"\(type)\"><property name=\"visible\">1</property>\(lines)"
            + children.map { "<child>\($0)</child>" }.joined() + "</object>"
    }

    private static func escaped(_ text: String) -> String {
        guard let result = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(result) }
        return String(cString: result)
    }
}
