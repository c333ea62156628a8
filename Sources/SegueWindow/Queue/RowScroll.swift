import CAdwaita

/// Scrolls a list to a row once the list has been laid out. Before that, GTK would show that row and no other.
final class RowScroll {
    private let list: Widget
    private var wanted: Int?
    private var isLaidOut = false
    /// The frames since the list became visible. A frame calls back before anything is laid out.
    private var seen = 0
    private lazy var frames = FrameClock(list) { [weak self] _ in self?.follow() }

    init(_ list: Widget) {
        self.list = list
        list.on("map") { [weak self] _ in
            self?.seen = 0
            self?.frames.isRunning = true
        }
        list.on("unmap") { [weak self] _ in
            self?.isLaidOut = false
            self?.frames.isRunning = false
        }
    }

    /// Scrolls to a row, immediately or after the layout. The last call wins.
    func scroll(to row: Int) {
        wanted = row
        if isLaidOut { scroll() }
    }

    private func follow() {
        seen += 1
        guard seen > 1 else { return }
        frames.isRunning = false
        isLaidOut = true
        scroll()
    }

    private func scroll() {
        guard let row = wanted else { return }
        wanted = nil
        gtk_widget_activate_action_variant(list.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(row)))
    }
}
