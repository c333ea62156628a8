import CAdwaita

/// Short sentences at the bottom of the window, which go by themselves.
final class Toasts {
    let overlay = Widget(adw_toast_overlay_new())
    private var last: (text: String, toast: Object)?
    private var content: UnsafeMutablePointer<GtkWidget>?

    func setChild(_ child: Widget) {
        content = child.widget
        adw_toast_overlay_set_child(overlay.opaque, child.widget)
    }

    /// Takes away the sentence that was shown last: it is no longer true.
    func dismiss() {
        if let last { adw_toast_dismiss(last.toast.opaque) }
    }

    /// Shows a sentence; the one before it goes at once when it says the same.
    func show(_ text: String, button: String? = nil, action: String? = nil) {
        // The title is markup.
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        let toast = Object(consuming: adw_toast_new(escaped).map { UnsafeMutableRawPointer($0) })
        if let button, let action {
            adw_toast_set_button_label(toast.opaque, button)
            adw_toast_set_detailed_action_name(toast.opaque, action)
        }
        if let last, last.text == text { adw_toast_dismiss(last.toast.opaque) }
        last = (text, toast)
        toast.on("dismissed") { [weak self] _ in self?.last = nil }
        // The overlay takes a reference over.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(overlay.opaque, toast.opaque)
        nameButtons(in: overlay.widget)
    }

    /// libadwaita 1.2 leaves the button that closes a toast without a name.
    private func nameButtons(in widget: UnsafeMutablePointer<GtkWidget>?) {
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            if current != content {
                let button = Widget(current)
                if g_type_check_instance_is_a(button.typed(), gtk_button_get_type()) != 0,
                    gtk_button_get_label(button.typed()) == nil
                {
                    button.setName(translated("Close"))
                }
                nameButtons(in: current)
            }
            child = gtk_widget_get_next_sibling(current)
        }
    }
}
