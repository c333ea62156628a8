import CAdwaita
import SegueWindowModel

/// A dialog that asks for a line of text.
final class TextDialog {
    private let dialog: Widget
    private let entry = Widget(gtk_entry_new())

    private let list = ListBox().styled("boxed-list")

    /// Creates the dialog. `label` is the entry's name for screen readers, and `yes` the button that submits the text.
    /// A click on one of the `choices` submits that choice. `body` receives the text without surrounding white space,
    /// unless the person cancels.
    init(
        over window: Widget, _ title: String, _ text: String, label: String, yes: String, choices: [String] = [],
        _ body: @escaping (String) -> Void
    ) {
        dialog = .message(over: window, title, text, yes: yes, ADW_RESPONSE_SUGGESTED, preselected: "yes")
        adw_message_dialog_set_response_enabled(dialog.typed(), "yes", 0)
        let content = Box(GTK_ORIENTATION_VERTICAL, spacing: 12, [entry])
        if !choices.isEmpty { content.append(offer(choices, body)) }
        adw_message_dialog_set_extra_child(dialog.typed(), content.widget)
        gtk_entry_set_activates_default(entry.typed(), 1)
        entry.setName(label)
        entry.on("changed") { [weak self] _ in
            guard let self else { return }
            adw_message_dialog_set_response_enabled(dialog.typed(), "yes", line.isEmpty ? 0 : 1)
        }
        dialog.on("response") { [weak self] arguments in
            guard let self, arguments.string(1) == "yes", !line.isEmpty else { return }
            body(line)
        }
    }

    func show() { gtk_window_present(dialog.typed()) }

    /// The text without surrounding white space.
    var line: String {
        get {
            gtk_editable_get_text(entry.opaque).map { String(cString: $0).withoutSpacesAround } ?? ""
        }
        set { gtk_editable_set_text(entry.opaque, newValue) }
    }

    private func offer(_ choices: [String], _ body: @escaping (String) -> Void) -> Widget {
        for choice in choices {
            list.append(Label(choice).xAligned(0).margins(top: 9, bottom: 9, start: 12, end: 12), name: choice)
        }
        list.onActivate { [weak self] place in
            guard let self, choices.indices.contains(place) else { return }
            gtk_window_close(dialog.typed())
            body(choices[place])
        }
        let scroller = Scroller(list)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 240)
        return scroller
    }
}

/// A dialog that asks for confirmation before something is replaced.
final class QuestionDialog {
    private let dialog: Widget

    init(over window: Widget, _ question: String, _ text: String, yes: String, _ body: @escaping () -> Void) {
        dialog = .message(over: window, question, text, yes: yes, ADW_RESPONSE_DESTRUCTIVE, preselected: "cancel")
        dialog.on("response") { if $0.string(1) == "yes" { body() } }
    }

    func show() { gtk_window_present(dialog.typed()) }
}

/// A dialog that states why something was not done.
final class NoticeDialog {
    private let dialog: Widget

    init(over window: Widget, _ title: String, _ text: String) {
        dialog = Widget(adw_message_dialog_new(window.typed(), title, text))
        adw_message_dialog_add_response(dialog.typed(), "close", translated("_Close"))
        adw_message_dialog_set_default_response(dialog.typed(), "close")
        adw_message_dialog_set_close_response(dialog.typed(), "close")
    }

    func show() { gtk_window_present(dialog.typed()) }
}

extension Widget {
    /// Creates a dialog with two responses, `cancel` and `yes`.
    fileprivate static func message(
        over window: Widget, _ title: String, _ text: String, yes: String, _ appearance: AdwResponseAppearance,
        preselected: String
    ) -> Widget {
        let dialog = Widget(adw_message_dialog_new(window.typed(), title, text))
        adw_message_dialog_add_response(dialog.typed(), "cancel", translated("_Cancel"))
        adw_message_dialog_add_response(dialog.typed(), "yes", yes)
        adw_message_dialog_set_response_appearance(dialog.typed(), "yes", appearance)
        adw_message_dialog_set_default_response(dialog.typed(), preselected)
        adw_message_dialog_set_close_response(dialog.typed(), "cancel")
        return dialog
    }
}
