import CAdwaita

/// A line below the header for a lasting problem, such as a lost output.
final class Banner {
    let revealer = Widget(gtk_revealer_new())
    private let label = Label(lines: 3).styled("heading").centered()

    init() {
        let box = Box(GTK_ORIENTATION_HORIZONTAL, [label.expanding(horizontally: true)]).styled("banner-line")
        label.margins(top: 9, bottom: 9, start: 12, end: 12)
        gtk_revealer_set_child(revealer.opaque, box.widget)
        gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
    }

    /// Shows a sentence; nil hides the banner.
    func show(_ text: String?) {
        if let text { label.text = text }
        gtk_revealer_set_reveal_child(revealer.opaque, text == nil ? 0 : 1)
    }
}
