import CAdwaita

/// Asks for the name of a playlist.
final class PlaylistDialog {
    private let dialog: Widget
    private let entry = Widget(gtk_entry_new())

    /// `body` gets the name, unless the person gives up.
    init(over window: Widget, _ body: @escaping (String) -> Void) {
        dialog = Widget(
            adw_message_dialog_new(
                window.typed(), translated("Save Queue as Playlist"),
                translated("The playlist appears among those of the desktop’s widgets too.")))
        adw_message_dialog_add_response(dialog.typed(), "cancel", translated("_Cancel"))
        adw_message_dialog_add_response(dialog.typed(), "save", translated("_Save"))
        adw_message_dialog_set_response_appearance(dialog.typed(), "save", ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_default_response(dialog.typed(), "save")
        adw_message_dialog_set_close_response(dialog.typed(), "cancel")
        adw_message_dialog_set_response_enabled(dialog.typed(), "save", 0)
        adw_message_dialog_set_extra_child(dialog.typed(), entry.widget)
        gtk_entry_set_activates_default(entry.typed(), 1)
        entry.setName(translated("Name of the playlist"))
        entry.on("changed") { [weak self] _ in
            guard let self else { return }
            adw_message_dialog_set_response_enabled(dialog.typed(), "save", name.isEmpty ? 0 : 1)
        }
        dialog.on("response") { [weak self] arguments in
            guard let self, arguments.string(1) == "save", !name.isEmpty else { return }
            body(name)
        }
    }

    func show() { gtk_window_present(dialog.typed()) }

    private var name: String {
        gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    }
}

/// Asks before something is replaced.
final class QuestionDialog {
    private let dialog: Widget

    init(over window: Widget, _ question: String, _ text: String, yes: String, _ body: @escaping () -> Void) {
        dialog = Widget(adw_message_dialog_new(window.typed(), question, text))
        adw_message_dialog_add_response(dialog.typed(), "cancel", translated("_Cancel"))
        adw_message_dialog_add_response(dialog.typed(), "yes", yes)
        adw_message_dialog_set_response_appearance(dialog.typed(), "yes", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_default_response(dialog.typed(), "cancel")
        adw_message_dialog_set_close_response(dialog.typed(), "cancel")
        dialog.on("response") { if $0.string(1) == "yes" { body() } }
    }

    func show() { gtk_window_present(dialog.typed()) }
}
