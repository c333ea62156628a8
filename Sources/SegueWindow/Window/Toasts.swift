import CAdwaita
import SegueWindowModel

/// A part of the window over which toasts appear.
final class ToastArea {
    let overlay = Widget(adw_toast_overlay_new())
    private let content: UnsafeMutablePointer<GtkWidget>

    init(_ content: Widget) {
        self.content = content.widget
        adw_toast_overlay_set_child(overlay.opaque, content.widget)
    }

    /// The toasts that are in the area: one, and one that leaves.
    fileprivate var toasts: [Widget.Pointer] { Widget.children(of: overlay.widget).filter { $0 != content } }
}

/// Short sentences that disappear by themselves, over the panel or, if it is hidden, over the cover.
final class Toasts {
    private let panel: ToastArea
    private let page: ToastArea
    /// The area of the last toast.
    private var area: ToastArea
    private var last: Object?
    /// The text of the last toast.
    private var label: Label?
    /// The successive skipped tracks reported by the last toast, by their texts. A track that is met again is one.
    private var skips: Set<String> = []
    /// The change that the button of the last toast reverts; nil for a toast without a button.
    private var back: Back?

    /// A change that a button can revert.
    enum Back {
        /// The edit that led to this revision of the queue.
        case queue(revision: UInt64)
        /// The last edit of a playlist.
        case playlist
    }

    /// The time of the last toast, in microseconds of GLib's monotonic clock.
    private var shownAt: gint64 = 0
    /// The pending removal of a toast that is still arriving.
    private var parting: Later?

    /// The display time of a toast, in seconds, and of a toast with a button.
    private static let seconds: guint = 5
    private static let secondsToDecide: guint = 10

    /// The most lines of a toast.
    private static let lines = 6

    /// The duration of the arrival of a toast, in milliseconds. libadwaita 1.2 releases a toast twice if it is removed
    /// while arriving.
    private static let arrival = 600

    /// True while the last toast is arriving.
    private var isArriving: Bool { g_get_monotonic_time() - shownAt < gint64(Self.arrival) * 1000 }

    /// Returns true if toasts appear over the panel.
    var isPanelShown: () -> Bool = { false }
    /// Returns the height of the controls at the bottom of the page, which toasts must not cover.
    var controls: () -> Int = { 0 }

    init(panel: ToastArea, page: ToastArea) {
        self.panel = panel
        self.page = page
        area = page
    }

    /// Removes the last toast, because it is no longer true.
    func dismiss() {
        skips = []
        back = nil
        guard let toast = last else { return }
        guard isArriving else {
            // The toast reports its end, and is released then.
            adw_toast_dismiss(toast.opaque)
            last = nil
            return
        }
        adw_toast_set_button_label(toast.opaque, nil)
        parting = Later(milliseconds: Self.arrival) { [weak self] in
            self?.parting = nil
            self?.dismiss()
        }
    }

    /// Shows a notice of the player. Successive skipped tracks are counted in one toast.
    func tell(_ notice: Notice) {
        let skips: Set<String> = notice.isSkip ? (last == nil ? [] : skips).union([notice.text]) : []
        let count = skips.count
        show(
            count > 1
                ? counted("%d track was passed over", "%d tracks were passed over", count: count)
                : translated(event: notice.text))
        self.skips = skips
    }

    /// Removes the toast if its button would revert another edit, because the queue has been edited since.
    func follow(revision: UInt64) {
        if case .queue(let known)? = back, known != revision { dismiss() }
    }

    /// Shows a toast, replacing the previous one, with a button if the change can be reverted.
    func show(_ text: String, back: Back? = nil) {
        parting = nil
        if let last, isArriving {
            setText(text, of: last)
            prepare(last, back)
            return place()
        }
        let toast = Object(consuming: adw_toast_new("").map { UnsafeMutableRawPointer($0) })
        setText(text, of: toast)
        dismiss()
        last = toast
        area = isPanelShown() ? panel : page
        shownAt = g_get_monotonic_time()
        prepare(toast, back)
        toast.on("dismissed") { [weak self] _ in
            self?.last = nil
            self?.back = nil
            self?.skips = []
        }
        // The overlay takes a reference over.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(area.overlay.opaque, toast.opaque)
        for shown in area.toasts { nameButtons(in: shown) }
        place()
    }

    /// Sets the text of a toast. libadwaita's own title has one line, which cuts sentences off in a narrow window.
    private func setText(_ text: String, of toast: Object) {
        let label = Label(text, lines: Self.lines).styled("heading").xAligned(0)
        adw_toast_set_custom_title(toast.opaque, label.widget)
        self.label = label
    }

    /// Moves the toast above the controls, and gives it the height of its text, after the text or the page has changed.
    func place() {
        guard last != nil else { return }
        let bottom = area === page ? controls() : 0
        for child in area.toasts {
            gtk_widget_set_margin_bottom(child, gint(bottom))
            if let label, gtk_widget_is_ancestor(label.widget, child) != 0 { giveHeight(to: label, in: child) }
        }
    }

    /// Requests the height that the text needs in the width of the area. libadwaita gives a toast the height for the
    /// width of its text in one line.
    private func giveHeight(to label: Label, in toast: Widget.Pointer) {
        gtk_widget_set_size_request(label.widget, -1, -1)
        let rest = Self.least(toast, GTK_ORIENTATION_HORIZONTAL) - Self.least(label.widget, GTK_ORIENTATION_HORIZONTAL)
        let width = gtk_widget_get_width(area.overlay.widget) - rest
        guard width > 0 else { return }
        gtk_widget_set_size_request(label.widget, -1, Self.least(label.widget, GTK_ORIENTATION_VERTICAL, for: width))
    }

    /// Returns the least size of a widget, in pixels, for its size in the other direction or, by default, for any.
    private static func least(_ widget: Widget.Pointer, _ direction: GtkOrientation, for size: gint = -1) -> gint {
        var least: gint = 0
        gtk_widget_measure(widget, direction, size, &least, nil, nil, nil)
        return least
    }

    private func prepare(_ toast: Object, _ back: Back?) {
        skips = []
        self.back = back
        adw_toast_set_timeout(toast.opaque, back == nil ? Self.seconds : Self.secondsToDecide)
        adw_toast_set_button_label(toast.opaque, back == nil ? nil : translated("Undo"))
        adw_toast_set_detailed_action_name(toast.opaque, back == nil ? nil : "win.undo")
    }

    /// Names the close button of a toast, which libadwaita 1.2 leaves without a name.
    private func nameButtons(in widget: Widget.Pointer) {
        for child in Widget.children(of: widget) {
            let button = Widget(child)
            if g_type_check_instance_is_a(button.typed(), gtk_button_get_type()) != 0,
                gtk_button_get_label(button.typed()) == nil
            {
                button.setName(translated("Close"))
            }
            nameButtons(in: child)
        }
    }
}
