import CAdwaita

/// The window's keyboard shortcuts, from the table that sets them. GTK 4.8 can only create this dialog from XML.
enum ShortcutsDialog {
    static func show(over window: Widget) {
        let builder = Object(consuming: gtk_builder_new_from_string(xml, -1).map { UnsafeMutableRawPointer($0) })
        guard let shortcuts = gtk_builder_get_object(builder.opaque, "shortcuts") else { return }
        // The dialog exists until it is closed.
        let dialog = Widget(shortcuts)
        gtk_window_set_transient_for(dialog.typed(), window.typed())
        // GTK would otherwise show the last section.
        dialog.set("section-name", .string("playback"))
        gtk_window_present(dialog.typed())
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
            (translated("Reset the transition"), "Delete"),
        ].map { object("GtkShortcutsShortcut", ["title": $0.0, "accelerator": $0.1], []) }
        let strip = object("GtkShortcutsGroup", ["title": translated("On the Strip")], onStrip)
        let inQueue = [
            (translated("Play"), "Return"), (translated("Remove"), "Delete"),
            (translated("Move up or down"), "<Alt>Up <Alt>Down"), (translated("Open the menu"), "Menu <Shift>F10"),
        ].map { object("GtkShortcutsShortcut", ["title": $0.0, "accelerator": $0.1], []) }
        let queue = object("GtkShortcutsGroup", ["title": translated("In the Queue")], inQueue)
        // Two sections, because the overflow of a single page would go to later pages, out of order.
        let onPlayback = section("playback", translated("Playback"), Array(groups.dropLast()) + [queue])
        let onWindow = section("window", translated("Window"), groups.suffix(1) + [strip])
        return "<interface>"
            + "<object class=\"GtkShortcutsWindow\" id=\"shortcuts\"><property name=\"modal\">1</property>"
            + "<child>\(onPlayback)</child><child>\(onWindow)</child></object></interface>"
    }

    private static func section(_ name: String, _ title: String, _ groups: [String]) -> String {
        // A column has 15 rows by default; a section longer than two columns would continue on a second page.
        object("GtkShortcutsSection", ["section-name": name, "title": title, "max-height": "18"], groups)
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
