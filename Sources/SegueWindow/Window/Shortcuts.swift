import CAdwaita

/// The window's keyboard shortcuts in one table, used to set the keys and to show the shortcuts dialog.
enum Shortcuts {
    /// The keys for editing a text (GTK manual, GtkText, Shortcuts and Gestures).
    private static let keysOfTexts: Set = [
        "<Control>a", "<Control><Shift>a", "<Control>z", "<Control><Shift>z", "<Control>Left", "<Control>Right",
        "<Control>period", "<Control>v",
    ]

    /// Sets the keys of all actions. These keys take precedence over those of the focused widget. While a person
    /// writes, the editing keys belong to the text.
    static func set(on application: UnsafeMutablePointer<GtkApplication>, whileWriting isWriting: Bool) {
        for shortcut in groups.flatMap(\.shortcuts) {
            guard let action = shortcut.action else { continue }
            let keys = shortcut.keys.filter { !isWriting || !keysOfTexts.contains($0) }
            var texts = keys.map { UnsafePointer(strdup($0)) } + [nil]
            defer { texts.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
            gtk_application_set_accels_for_action(application, action, &texts)
        }
    }

    struct Shortcut {
        let title: String
        /// The action; nil if GTK or `MainWindow.key` handles the keys.
        let action: String?
        let keys: [String]
    }

    static var groups: [(title: String, shortcuts: [Shortcut])] {
        [
            (
                translated("Playback"),
                [
                    Shortcut(title: translated("Play or pause"), action: "win.toggle", keys: ["<Control>space"]),
                    Shortcut(title: translated("Next track"), action: "win.next", keys: ["<Control>n"]),
                    Shortcut(title: translated("Previous track"), action: "win.previous", keys: ["<Control>b"]),
                    Shortcut(title: translated("Stop"), action: "win.stop", keys: ["<Control>period"]),
                    Shortcut(title: translated("Cancel a skip that takes long"), action: nil, keys: ["Escape"]),
                    Shortcut(title: translated("10 seconds forward"), action: "win.forward", keys: ["<Control>Right"]),
                    Shortcut(title: translated("10 seconds back"), action: "win.back", keys: ["<Control>Left"]),
                    Shortcut(title: translated("Louder"), action: "win.louder", keys: ["<Control>Up"]),
                    Shortcut(title: translated("Quieter"), action: "win.quieter", keys: ["<Control>Down"]),
                    Shortcut(title: translated("Mute"), action: "win.mute", keys: ["<Control>m"]),
                    Shortcut(title: translated("Shuffle"), action: "win.shuffle", keys: ["<Control>s"]),
                    Shortcut(title: translated("Repeat"), action: "win.repeat", keys: ["<Control>r"]),
                    Shortcut(title: translated("Favourite"), action: "win.love", keys: ["<Control>d"]),
                ]
            ),
            (
                translated("Queue"),
                [
                    Shortcut(title: translated("Open files"), action: "win.open", keys: ["<Control>o"]),
                    Shortcut(
                        title: translated("Open a folder"), action: "win.open-folder", keys: ["<Control><Shift>o"]),
                    Shortcut(title: translated("Open an address"), action: "win.open-address", keys: ["<Control>l"]),
                    Shortcut(title: translated("Add what was copied"), action: "win.paste", keys: ["<Control>v"]),
                    Shortcut(title: translated("Add files"), action: "win.add", keys: ["<Control>a"]),
                    Shortcut(
                        title: translated("Add a folder"), action: "win.add-folder", keys: ["<Control><Shift>a"]),
                    Shortcut(
                        title: translated("Save as a playlist"), action: "win.save", keys: ["<Control><Shift>s"]),
                    Shortcut(title: translated("Clear"), action: "win.clear", keys: ["<Control>k"]),
                    Shortcut(title: translated("Find"), action: "win.find", keys: ["<Control>f"]),
                    Shortcut(title: translated("Undo"), action: "win.undo", keys: ["<Control>z"]),
                    Shortcut(title: translated("Redo"), action: "win.redo", keys: ["<Control><Shift>z"]),
                ]
            ),
            (
                translated("Window"),
                [
                    Shortcut(title: translated("Main menu"), action: nil, keys: ["F10"]),
                    Shortcut(title: translated("Zoom to the transition"), action: "win.near", keys: ["<Control>t"]),
                    Shortcut(title: translated("Show the queue"), action: "win.panel", keys: ["F9"]),
                    Shortcut(title: translated("Music page"), action: "win.show-music", keys: ["<Alt>1"]),
                    Shortcut(title: translated("Queue page"), action: "win.show-queue", keys: ["<Alt>2"]),
                    Shortcut(title: translated("Lyrics page"), action: "win.show-lyrics", keys: ["<Alt>3"]),
                    Shortcut(title: translated("Playlists page"), action: "win.show-playlists", keys: ["<Alt>4"]),
                    Shortcut(
                        title: translated("Preferences"), action: "win.preferences", keys: ["<Control>comma"]),
                    Shortcut(
                        title: translated("Keyboard shortcuts"), action: "win.show-help-overlay",
                        keys: ["<Control>question"]),
                    Shortcut(
                        title: translated("Close the window"), action: "window.close", keys: ["<Control>w"]),
                    Shortcut(
                        title: translated("Quit"), action: "win.quit", keys: ["<Control>q"]),
                ]
            ),
        ]
    }
}
