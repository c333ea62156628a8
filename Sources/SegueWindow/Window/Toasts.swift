import CAdwaita
import SegueWindowModel

/// Short sentences over the queue or, where it is not shown, over the cover, which go by themselves.
final class Toasts {
    let overlay = Widget(adw_toast_overlay_new())
    private var last: Object?
    /// How many tracks in a row the last sentence tells of that were passed over.
    private var skips = 0
    /// The change that the button of the last sentence takes back; nil for a sentence without one.
    private(set) var back: Back?

    /// Something that a button takes back.
    enum Back: Equatable {
        /// The edit that led to this revision of the queue.
        case queue(revision: UInt64)
        /// The end of the playlist of this name, or a change of it.
        case playlist(String)

        fileprivate var action: String {
            switch self {
            case .queue: "win.undo"
            case .playlist: "win.restore-playlist"
            }
        }
    }

    private var content: UnsafeMutablePointer<GtkWidget>?
    /// When the last sentence came, in microseconds of GLib's monotonic clock.
    private var shownAt: gint64 = 0
    /// A sentence that is to go when it has come.
    private var parting: Later?

    /// The time for which a sentence is shown, in seconds, and the time for one with a way back.
    private static let seconds: guint = 5
    private static let secondsToDecide: guint = 10

    /// How long a sentence is on its way onto the screen, in milliseconds. libadwaita 1.2 releases one twice that is
    /// taken away meanwhile.
    private static let arrival = 600

    /// Whether the last sentence is still on its way onto the screen.
    private var isArriving: Bool { g_get_monotonic_time() - shownAt < gint64(Self.arrival) * 1000 }

    /// The room that is to be free of sentences, as the margins of one: they lie where nothing is pressed.
    var room: () -> (start: Int, end: Int, bottom: Int) = { (0, 0, 0) }

    func setChild(_ child: Widget) {
        content = child.widget
        adw_toast_overlay_set_child(overlay.opaque, child.widget)
    }

    /// Takes away the sentence that was shown last: it is no longer true.
    func dismiss() {
        skips = 0
        back = nil
        guard let toast = last else { return }
        guard isArriving else {
            // It tells when it has gone, and is forgotten then.
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

    /// Tells what the player has told. Tracks that are passed over one after the other are counted in one sentence.
    func tell(_ notice: Notice) {
        let skips = notice.isSkip && last != nil ? skips + 1 : notice.isSkip ? 1 : 0
        show(skips > 1 ? counted("%d track was passed over", "%d tracks were passed over", count: skips) : notice.text)
        self.skips = skips
    }

    /// Takes the sentence away whose button would by now take back another edit: somebody has edited the queue since.
    func follow(revision: UInt64) {
        if case .queue(let known)? = back, known != revision { dismiss() }
    }

    /// Shows a sentence in place of the one before it, with a button where what it tells of can be taken back.
    func show(_ text: String, back: Back? = nil) {
        // The title is markup.
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        parting = nil
        if let last, isArriving {
            adw_toast_set_title(last.opaque, escaped)
            return prepare(last, back)
        }
        let toast = Object(consuming: adw_toast_new(escaped).map { UnsafeMutableRawPointer($0) })
        dismiss()
        last = toast
        shownAt = g_get_monotonic_time()
        prepare(toast, back)
        toast.on("dismissed") { [weak self] _ in
            self?.last = nil
            self?.back = nil
            self?.skips = 0
        }
        // The overlay takes a reference over.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(overlay.opaque, toast.opaque)
        nameButtons(in: overlay.widget)
        place()
    }

    /// Moves the sentence that is shown to its place: what lies there has changed.
    func place() {
        guard last != nil else { return }
        let room = room()
        var child = gtk_widget_get_first_child(overlay.widget)
        while let current = child {
            child = gtk_widget_get_next_sibling(current)
            guard current != content else { continue }
            gtk_widget_set_margin_start(current, gint(room.start))
            gtk_widget_set_margin_end(current, gint(room.end))
            gtk_widget_set_margin_bottom(current, gint(room.bottom))
        }
    }

    private func prepare(_ toast: Object, _ back: Back?) {
        skips = 0
        self.back = back
        adw_toast_set_timeout(toast.opaque, back == nil ? Self.seconds : Self.secondsToDecide)
        adw_toast_set_button_label(toast.opaque, back == nil ? nil : translated("Undo"))
        adw_toast_set_detailed_action_name(toast.opaque, back?.action)
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
