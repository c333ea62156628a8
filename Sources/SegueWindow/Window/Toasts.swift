import CAdwaita
import SegueWindowModel

/// Short sentences that disappear by themselves, over the queue or, if it is hidden, over the cover.
final class Toasts {
    let overlay = Widget(adw_toast_overlay_new())
    private var last: Object?
    /// The text of the last toast.
    private var label: Label?
    /// The successive skipped tracks reported by the last toast, by their texts. A track that is met again is one.
    private var skips: Set<String> = []
    /// The change that the button of the last toast reverts; nil for a toast without a button.
    private(set) var back: Back? {
        didSet {
            if case .playlist(let name)? = back { changedPlaylists.append(name) }
            if back != oldValue { onBack?() }
        }
    }
    /// The playlists of the changes that toasts have offered to revert, the last one at the end. The player keeps them
    /// for longer than the toasts.
    var changedPlaylists: [String] = []
    /// Called when another change can be reverted, or none.
    var onBack: (() -> Void)?

    /// A change that a button can revert.
    enum Back: Equatable {
        /// The edit that led to this revision of the queue.
        case queue(revision: UInt64)
        /// The removal or change of the playlist of this name.
        case playlist(String)

        fileprivate var action: String {
            switch self {
            case .queue: "win.undo"
            case .playlist: "win.restore-playlist"
            }
        }
    }

    private var content: UnsafeMutablePointer<GtkWidget>?
    /// The time of the last toast, in microseconds of GLib's monotonic clock.
    private var shownAt: gint64 = 0
    /// The pending removal of a toast that is still arriving.
    private var parting: Later?
    private var placing: Later?

    /// The display time of a toast, in seconds, and of a toast with a button.
    private static let seconds: guint = 5
    private static let secondsToDecide: guint = 10

    /// The most lines of a toast.
    private static let lines = 6

    /// The duration of the arrival of a toast, in milliseconds. libadwaita 1.2 releases a toast twice if it is removed
    /// while arriving.
    private static let arrival = 600

    /// The time within which the panel has arrived, in milliseconds.
    private static let slide = 400

    /// True while the last toast is arriving.
    private var isArriving: Bool { g_get_monotonic_time() - shownAt < gint64(Self.arrival) * 1000 }

    /// Returns the area to keep free of toasts, as margins: toasts must not cover any controls.
    var room: () -> (start: Int, end: Int, bottom: Int) = { (0, 0, 0) }

    func setChild(_ child: Widget) {
        content = child.widget
        adw_toast_overlay_set_child(overlay.opaque, child.widget)
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
        shownAt = g_get_monotonic_time()
        prepare(toast, back)
        toast.on("dismissed") { [weak self] _ in
            self?.last = nil
            self?.back = nil
            self?.skips = []
        }
        // The overlay takes a reference over.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(overlay.opaque, toast.opaque)
        nameButtons(in: overlay.widget)
        place()
    }

    /// Sets the text of a toast. libadwaita's own title has one line, which cuts sentences off in a narrow window.
    private func setText(_ text: String, of toast: Object) {
        let label = Label(text, lines: Self.lines).styled("heading").xAligned(0)
        adw_toast_set_custom_title(toast.opaque, label.widget)
        self.label = label
    }

    /// Moves the toast now, and again when the panel has arrived at its new place.
    func placeWithPanel() {
        place()
        placing = Later(milliseconds: Self.slide) { [weak self] in self?.place() }
    }

    /// Moves the toast, and gives it the height of its text, after the text or the layout below has changed.
    func place() {
        guard last != nil else { return }
        let room = room()
        for child in Widget.children(of: overlay.widget) where child != content {
            gtk_widget_set_margin_start(child, gint(room.start))
            gtk_widget_set_margin_end(child, gint(room.end))
            gtk_widget_set_margin_bottom(child, gint(room.bottom))
            if let label, gtk_widget_is_ancestor(label.widget, child) != 0 { giveHeight(to: label, in: child) }
        }
    }

    /// Requests the height that the text needs in the width of the room. libadwaita gives a toast the height for the
    /// width of its text in one line.
    private func giveHeight(to label: Label, in toast: Widget.Pointer) {
        gtk_widget_set_size_request(label.widget, -1, -1)
        let rest = Self.least(toast, GTK_ORIENTATION_HORIZONTAL) - Self.least(label.widget, GTK_ORIENTATION_HORIZONTAL)
        let width = gtk_widget_get_width(overlay.widget) - rest
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
        adw_toast_set_detailed_action_name(toast.opaque, back?.action)
    }

    /// Names the close button of a toast, which libadwaita 1.2 leaves without a name.
    private func nameButtons(in widget: Widget.Pointer) {
        for child in Widget.children(of: widget) where child != content {
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
