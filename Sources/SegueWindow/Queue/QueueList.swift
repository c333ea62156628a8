import CAdwaita
import SegueClient
import SegueWindowModel

/// The queue, virtualised: only visible rows exist.
final class QueueList {
    let view: Widget
    private let rows = RowList()
    let selection: Object
    private let factory: Object
    private var shown: [UnsafeMutableRawPointer: QueueRowView] = [:]
    private let loader = Thumbnail.loader()
    private var covers = EmbeddedCovers()
    private var asking: Later?
    private let keys = KeyController()
    private var placingFocus: Later?
    private let scrolling: RowScroll
    private let space = DropTarget()
    /// Returns the current queue. The list does not keep a copy: while two owners share the entries, each edit copies
    /// all of them.
    var queue: () -> QueueMirror = { QueueMirror() }
    private var current: String?
    private var currentPlace: Int?
    /// The entries moved with the keyboard, until the player has moved them.
    var movedByKey: [String] = []
    /// The first entry removed with the keyboard, and its row, until the player has removed it.
    var removedByKey: (entry: String, row: Int)?
    private var searched = ""
    private var search = QueueSearch("")
    /// The positions that match the search; nil without a search.
    private var matches: [Int]?
    /// True if the queue has been edited since the matches were found.
    private var areMatchesOld = false
    /// True if all entries have been replaced since the current entry was last shown.
    private var isReplaced = false
    /// The pending repetition of the search after titles have become known.
    private var searchingAgain: Later?
    /// The shortest interval between repetitions, in milliseconds. The titles of a long queue arrive in many small
    /// parts.
    private static let searchInterval = 1000
    /// Called when a repetition has found other matches.
    var onMatches: (() -> Void)?

    var onJump: ((String) -> Void)?
    var onRemove: (([String]) -> Void)?
    /// Called to play entries after the current one.
    var onPlayNext: (([String]) -> Void)?
    /// Called to request the covers embedded in the files of these entries; nil is a failure.
    var onCovers: (([String], @escaping ([String]?) -> Void) -> Void)?
    /// Called to show the details of an entry.
    var onDetails: ((String) -> Void)?
    /// Called to choose a playlist for entries.
    var onAddToPlaylist: (([String]) -> Void)?
    /// Called to show the file of an entry in its folder.
    var onShowFile: ((String) -> Void)?
    private var menu: ContextMenu?
    /// The entry whose menu is open.
    var menuEntry: String?
    /// Called when entries were dropped after another one; nil for the beginning.
    var onMove: (([String], _ after: String?) -> Void)?
    /// Called when files were dropped after an entry; nil for the beginning.
    var onFiles: (([String], _ after: String?) -> Void)?
    /// Called when a query's results were dropped after an entry; nil for the beginning.
    var onFound: ((_ query: String, _ after: String?) -> Void)?

    init() {
        // The view adopts the selection and the factory, and the selection adopts the list.
        g_object_ref(rows.pointer)
        selection = Object(consuming: gtk_multi_selection_new(rows.opaque).map { UnsafeMutableRawPointer($0) })
        factory = Object(consuming: gtk_signal_list_item_factory_new().map { UnsafeMutableRawPointer($0) })
        g_object_ref(selection.pointer)
        g_object_ref(factory.pointer)
        view = Widget(gtk_list_view_new(selection.opaque, factory.opaque)).styled("navigation-sidebar", "queue")
        view.setName(translated("Queue"))
        scrolling = RowScroll(view)
        factory.on("setup") { [weak self] in self?.make($0.object(1)) }
        factory.on("bind") { [weak self] in self?.bind($0.object(1)) }
        factory.on("unbind") { [weak self] in self?.row($0.object(1))?.forget() }
        factory.on("teardown") { [weak self] in self?.tearDown($0.object(1)) }
        view.on("activate") { [weak self] arguments in
            guard let self, let entry = entry(at: arguments.unsigned(1)) else { return }
            onJump?(entry)
        }
        Thumbnail.follow(view, loader)
        loader.onLoad = { [weak self] in self?.showEntries() }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        view.add(keys)
        space.onDrop { [weak self] dropped, _ in self?.droppedBelow(dropped) ?? false }
        view.add(space)
        let menu = ContextMenu(view) { [weak self] in self?.menu(of: $0) }
        addActions(to: menu)
        self.menu = menu
    }

    private func menu(of item: Widget.Pointer) -> Menu? {
        menuEntry = shown.values.first { gtk_widget_get_parent($0.box.widget) == item }?.entry
        return menuEntry.map { menu(of: $0) }
    }

    // MARK: - Displayed rows

    /// Creates the rows anew from the current queue: all entries or, during a search, the matching ones. Discards the
    /// known covers.
    func fill() {
        covers.forget()
        find(isOn: matches != nil)
    }

    /// Follows an edit of the queue immediately, because GTK must always read rows of the current queue.
    func follow(_ change: QueueMirror.Change) {
        if change.removed > 0, change.removed == rows.count { isReplaced = true }
        if matches != nil {
            areMatchesOld = true
        } else {
            rows.change(at: change.place, removed: change.removed, added: change.added)
            selectMoved()
            selectBehindRemoved()
        }
    }

    /// Redraws the visible rows because more facts about entries have become known. Selection and focus are kept.
    func refresh() {
        showEntries()
        guard matches != nil, searchingAgain?.isPending != true else { return }
        searchingAgain = Later(milliseconds: Self.searchInterval) { [weak self] in self?.searchAgain() }
    }

    private func showEntries() {
        for (entry, row) in shownEntries { show(entry, in: row) }
    }

    /// The visible rows with their entries.
    private var shownEntries: [(entry: QueueRow, row: QueueRowView)] {
        let queue = queue()
        return shown.compactMap { item, row in
            guard row.entry != nil else { return nil }
            return place(of: item, in: queue).map { (queue.rows[$0], row) }
        }
    }

    /// Requests covers again because the music has changed.
    func forgetCovers() {
        covers.forget()
        showEntries()
    }

    /// Requests the covers of all visible rows, after GTK has created them.
    private func askForCovers() {
        guard asking?.isPending != true else { return }
        asking = Later(milliseconds: 0) { [weak self] in
            guard let self, let request = covers.request(for: shownEntries.map(\.entry)) else { return }
            onCovers?(request) { [weak self] answer in
                self?.covers.take(answer)
                self?.showEntries()
            }
        }
    }

    /// Repeats the search, because entries had no titles before. If the matches are the same, the rows stay unchanged.
    private func searchAgain() {
        guard let matches, search.places(in: queue().rows) != matches else { return }
        find()
        onMatches?()
    }

    /// Marks the current entry, and repeats the search in a queue that has been edited.
    func show(_ model: WindowModel) {
        if areMatchesOld { find() }
        currentPlace = model.properties.queueIndex
        let current = currentPlace.flatMap {
            model.queue.rows.indices.contains($0) ? model.queue.rows[$0].id : nil
        }
        guard current != self.current else { return }
        self.current = current
        for row in shown.values { row.mark(row.entry != nil && row.entry == current) }
        guard let currentPlace, matches == nil else { return }
        if !view.hasFocusInside {
            scroll(to: currentPlace)
            placeFocus()
        } else if isReplaced {
            placingFocus = Later(milliseconds: 0) { [weak self] in
                if let self, let place = self.currentPlace { select(place) }
            }
        }
        isReplaced = false
    }

    /// Selects the entries moved with the keyboard, so that they can be moved further.
    private func selectMoved() {
        guard let first = movedByKey.first, let row = queue().place(of: first) else { return }
        select(row)
        for entry in movedByKey.dropFirst() {
            guard let row = queue().place(of: entry) else { continue }
            gtk_selection_model_select_item(selection.opaque, guint(row), 0)
        }
    }

    /// After a removal with the keyboard, selects the row that has moved up.
    private func selectBehindRemoved() {
        guard let removed = removedByKey, queue().place(of: removed.entry) == nil else { return }
        removedByKey = nil
        if rows.count > 0 { select(min(removed.row, rows.count - 1)) }
    }

    /// Selects a row and focuses it.
    private func select(_ row: Int) {
        gtk_selection_model_select_item(selection.opaque, guint(row), 1)
        scroll(to: row)
        takeKeyboard(row)
    }

    /// Focuses a row. Has no effect if the row is out of sight.
    private func takeKeyboard(_ row: Int) {
        shown.first { gtk_list_item_get_position(OpaquePointer($0.key)) == guint(row) && $0.value.entry != nil }?
            .value.takeKeyboard()
    }

    /// Makes the current entry the row that receives the focus when it comes into the list, once GTK has created the
    /// row. GTK would choose the first row, wherever the list is scrolled to.
    private func placeFocus() {
        placingFocus = Later(milliseconds: 0) { [weak self] in
            guard let self, !view.hasFocusInside, let current,
                let row = shown.values.first(where: { $0.entry == current }),
                let item = gtk_widget_get_parent(row.box.widget), gtk_widget_get_parent(item) == view.widget
            else { return }
            gtk_widget_set_focus_child(view.widget, item)
        }
    }

    /// Focuses the current entry or, if it is not shown, the first row.
    func takeKeyboard() {
        let row = currentPlace.flatMap { self.row(of: $0) } ?? 0
        scroll(to: row)
        takeKeyboard(row)
    }

    /// Shows only matching entries.
    func find(_ text: String) {
        guard text != searched else { return }
        searched = text
        search = QueueSearch(text)
        find(isOn: !text.isEmpty)
        if !text.isEmpty { scroll(to: 0) }
    }

    private func find(isOn: Bool = true) {
        let queue = queue()
        let focused = shown.values.first { $0.hasKeyboard }?.entry
        areMatchesOld = false
        matches = isOn ? search.places(in: queue.rows) : nil
        rows.change(at: 0, removed: rows.count, added: matches?.count ?? queue.rows.count)
        if !isOn, let currentPlace { scroll(to: currentPlace) }
        selectBehindRemoved()
        guard let focused, !view.hasFocusInside else { return }
        let row = queue.place(of: focused).flatMap { self.row(of: $0) } ?? 0
        scroll(to: row)
        takeKeyboard(row)
    }

    /// The number of matching entries; nil without a search.
    var matchCount: Int? { matches?.count }

    /// Jumps to the first match.
    func jumpToFirst() {
        if let entry = entry(at: 0) { onJump?(entry) }
    }

    private func scroll(to row: Int) {
        if row < rows.count { scrolling.scroll(to: row) }
    }

    private func place(_ row: Int, in queue: QueueMirror) -> Int? {
        let place = matches.map { $0.indices.contains(row) ? $0[row] : -1 } ?? row
        return queue.rows.indices.contains(place) ? place : nil
    }

    /// Returns the queue position that a list item shows; nil if there is none.
    private func place(of item: UnsafeMutableRawPointer, in queue: QueueMirror) -> Int? {
        place(Int(gtk_list_item_get_position(OpaquePointer(item))), in: queue)
    }

    /// Returns the row that shows a queue position; nil if the entry does not match the search.
    private func row(of place: Int) -> Int? { matches.map { $0.firstIndex(of: place) } ?? place }

    func entry(at row: Int) -> String? {
        let queue = queue()
        return place(row, in: queue).map { queue.rows[$0].id }
    }

    /// Returns the entry before another one; nil for the first.
    func entry(before id: String) -> String? {
        let queue = queue()
        guard let place = queue.place(of: id), place > 0 else { return nil }
        return queue.rows[place - 1].id
    }

    // MARK: - Rows

    private func row(_ item: UnsafeMutableRawPointer?) -> QueueRowView? { item.flatMap { shown[$0] } }

    private func make(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        let row = QueueRowView()
        row.onRemove { [weak self] in self?.onRemove?([$0]) }
        row.onDrag { [weak self] in self?.together(with: $0) ?? [$0] }
        row.onDrop { [weak self] in self?.dropped($0, on: $1, isAbove: $2) }
        shown[item] = row
        gtk_list_item_set_child(OpaquePointer(item), row.box.widget)
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        let queue = queue()
        guard let item, let row = shown[item], let place = place(of: item, in: queue) else { return }
        show(queue.rows[place], in: row)
        if queue.rows[place].id == current { placeFocus() }
    }

    private func show(_ entry: QueueRow, in row: QueueRowView) {
        row.show(entry, isCurrent: entry.id == current)
        // A cover is not drawn until it is known that there is no picture, so that it is never replaced.
        if covers.isOpen(entry) {
            row.show(nil)
            askForCovers()
        } else {
            row.show(entry.coverName.flatMap { loader.texture(covers.uri(of: entry), name: $0) })
        }
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        gtk_list_item_set_child(OpaquePointer(item), nil)
        shown[item] = nil
    }
}
