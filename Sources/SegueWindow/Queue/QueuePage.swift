import CAdwaita
import SegueWindowModel

/// The upcoming tracks: the queue, with a search.
final class QueuePage {
    let box = Box(GTK_ORIENTATION_VERTICAL)
    let list = QueueList()
    private let bar = Widget(gtk_search_bar_new())
    private let entry = Widget(gtk_search_entry_new())
    private let stack = Stack()
    private let keys = KeyController()
    /// Called when the search has closed while it had the focus.
    var onSearchEnd: (() -> Void)?
    private let count = Label().styled("caption", "dim-label").margins(top: 6, bottom: 6)

    init() {
        gtk_search_bar_set_child(bar.opaque, entry.widget)
        gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
        entry.setName(translated("Find in the queue"))
        entry.expanding(horizontally: true)
        box.append(bar)
        stack.add(Scroller(list.view).expanding(vertically: true), name: "list")
        stack.add(name: "empty") {
            StatusPage(
                icon: "view-list-symbolic", title: translated("Nothing Is Queued"),
                description: translated("Drop files or folders here.")
            ).styled("compact")
        }
        stack.add(Box(GTK_ORIENTATION_VERTICAL), name: "unknown")
        stack.add(name: "nothing") {
            StatusPage(icon: "edit-find-symbolic", title: translated("Nothing Found")).styled("compact")
        }
        stack.expanding(vertically: true)
        box.append(stack)
        box.append(count)
        list.onMatches = { [weak self] in self?.showCount() }
        entry.on("map") { [weak self] _ in self?.takeKeyboard() }
        entry.on("search-changed") { [weak self] _ in self?.find() }
        entry.on("activate") { [weak self] _ in
            // GTK reports a change only after a person has stopped typing.
            self?.find()
            self?.list.jumpToFirst()
            self?.isSearching = false
        }
        bar.onChange(of: "search-mode-enabled") { [weak self] in self?.endSearch() }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        box.add(keys)
    }

    /// Handles Escape, which closes the search even if the list has the focus.
    private func key(_ press: KeyPress) -> Bool {
        guard press.key == Int(GDK_KEY_Escape), isSearching else { return false }
        isSearching = false
        return true
    }

    /// Shows all entries immediately. GTK would report the removed text later, and move the focus to the next widget.
    private func endSearch() {
        guard !isSearching else { return }
        let hadKeyboard = entry.hasFocusInside
        list.find("")
        showCount()
        if hadKeyboard { onSearchEnd?() }
    }

    /// Focuses the search, with the cursor after the existing text.
    private func takeKeyboard() {
        guard isSearching else { return }
        entry.focus()
        // Otherwise the next letter would replace the text.
        gtk_editable_set_position(entry.opaque, -1)
    }

    var isSearching: Bool {
        get { gtk_search_bar_get_search_mode(bar.opaque) != 0 }
        set {
            gtk_search_bar_set_search_mode(bar.opaque, newValue ? 1 : 0)
            if newValue, gtk_widget_get_mapped(entry.widget) != 0 { takeKeyboard() }
        }
    }

    /// True while the search is opening and cannot be focused yet: GTK would lose typed letters.
    var isOpening: Bool { isSearching && gtk_widget_get_mapped(entry.widget) == 0 }

    /// Appends a letter typed elsewhere in the window to the search.
    func type(_ letter: String) {
        if !isSearching { isSearching = true }
        gtk_editable_set_text(entry.opaque, text + letter)
        gtk_editable_set_position(entry.opaque, -1)
    }

    private var text: String { gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? "" }

    func show(_ model: WindowModel) {
        isUnknown = model.owner == nil || (model.queue.isReading && model.queue.rows.isEmpty)
        list.show(model)
        showCount()
    }

    /// True while the queue is unknown: without a player, and before it has replied.
    private var isUnknown = true

    private func showCount() {
        let total = list.queue().rows.count
        count.text =
            list.matchCount.map { translated("%s of %s", "\($0)", "\(total)") }
            ?? counted("%d track", "%d tracks", count: total)
        count.isVisible = total > 0
        stack.page = isUnknown ? "unknown" : total == 0 ? "empty" : list.matchCount == 0 ? "nothing" : "list"
    }

    private func find() {
        list.find(text)
        showCount()
    }
}
