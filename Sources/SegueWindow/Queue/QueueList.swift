import CAdwaita
import SegueClient
import SegueWindowModel

/// The queue, virtualised: only the rows that are seen exist.
final class QueueList {
    let view: Widget
    private let rows = RowList()
    let selection: Object
    private let factory: Object
    private var shown: [UnsafeMutableRawPointer: QueueRowView] = [:]
    private let loader = Thumbnail.loader()
    private let keys = KeyController()
    private let scrolling: RowScroll
    private let space = DropTarget()
    /// The queue as it is now. The list does not keep it: as long as two have the entries, each edit copies all of
    /// them.
    var queue: () -> QueueMirror = { QueueMirror() }
    private var current: String?
    private var currentPlace: Int?
    /// What the keyboard has moved, until the player has moved it.
    var movedByKey: String?
    /// What the keyboard has removed first, and the row that it had, until the player has removed it.
    var removedByKey: (entry: String, row: Int)?
    private var searched = ""
    private var search = QueueSearch("")
    /// The places that match the search; nil while nothing is searched for.
    private var matches: [Int]?
    /// Whether the queue has been edited since the matches were found.
    private var areMatchesOld = false
    /// The search that is made again because titles have become known.
    private var searchingAgain: Later?
    /// How often that happens at most, in milliseconds: the titles of a long queue become known in many small parts.
    private static let searchInterval = 1000
    /// Called when that has found something else than before.
    var onMatches: (() -> Void)?

    var onJump: ((String) -> Void)?
    var onRemove: (([String]) -> Void)?
    /// Asks to play an entry behind the one that plays.
    var onPlayNext: ((String) -> Void)?
    /// Asks for the details of an entry.
    var onDetails: ((String) -> Void)?
    /// Asks for a playlist for an entry.
    var onAddToPlaylist: ((String) -> Void)?
    /// Asks to show the file of an entry in its folder.
    var onShowFile: ((String) -> Void)?
    private var menu: ContextMenu?
    /// The entry that the menu is open for.
    var menuEntry: String?
    /// An entry was dropped behind another one, nil for the beginning.
    var onMove: ((String, _ after: String?) -> Void)?
    /// Files were dropped behind an entry, nil for the beginning.
    var onFiles: (([String], _ after: String?) -> Void)?
    /// All that a query finds in the library was dropped behind an entry, nil for the beginning.
    var onFound: ((_ query: String, _ after: String?) -> Void)?

    init() {
        // The view takes the selection and the factory over, and the selection takes the list.
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

    // MARK: - What is shown

    /// Shows all entries, where none were shown.
    func fill() {
        find(isOn: matches != nil)
    }

    /// Follows an edit of the queue at once: the rows that GTK asks for are always those of the queue as it is.
    func follow(_ change: QueueMirror.Change) {
        if matches != nil {
            areMatchesOld = true
        } else {
            rows.change(at: change.place, removed: change.removed, added: change.added)
            selectMoved()
            selectBehindRemoved()
        }
    }

    /// Shows anew what is seen: more is known of some entries. Selection and keyboard stay where they are.
    func refresh() {
        showEntries()
        guard matches != nil, searchingAgain?.isPending != true else { return }
        searchingAgain = Later(milliseconds: Self.searchInterval) { [weak self] in self?.searchAgain() }
    }

    private func showEntries() {
        let queue = queue()
        for (item, row) in shown where row.entry != nil {
            guard let place = place(Int(gtk_list_item_get_position(OpaquePointer(item))), in: queue) else { continue }
            show(queue.rows[place], in: row)
        }
    }

    /// What matches now may have had no title before. Where it is the same as before, the rows stay as they are.
    private func searchAgain() {
        guard let matches, search.places(in: queue().rows) != matches else { return }
        find()
        onMatches?()
    }

    /// Marks the entry that plays, and finds anew what was searched for in a queue that has been edited.
    func show(_ model: WindowModel) {
        if areMatchesOld { find() }
        currentPlace = model.properties.queueIndex
        let current = currentPlace.flatMap {
            model.queue.rows.indices.contains($0) ? model.queue.rows[$0].id : nil
        }
        guard current != self.current else { return }
        self.current = current
        for row in shown.values { row.mark(row.entry != nil && row.entry == current) }
        if let currentPlace, matches == nil, !view.hasFocusInside { scroll(to: currentPlace) }
    }

    /// What the keyboard has moved stays selected, so that it can be moved on.
    private func selectMoved() {
        guard let entry = movedByKey, let place = queue().place(of: entry) else { return }
        movedByKey = nil
        select(place)
    }

    /// Where the keyboard has removed something, it goes on with what is there now.
    private func selectBehindRemoved() {
        guard let removed = removedByKey, queue().place(of: removed.entry) == nil else { return }
        removedByKey = nil
        if rows.count > 0 { select(min(removed.row, rows.count - 1)) }
    }

    /// Selects a row, and lets the keyboard act on it.
    private func select(_ row: Int) {
        gtk_selection_model_select_item(selection.opaque, guint(row), 1)
        scroll(to: row)
        takeKeyboard(row)
    }

    /// Lets the keyboard act on a row; does nothing where the row is out of sight.
    private func takeKeyboard(_ row: Int) {
        shown.first { gtk_list_item_get_position(OpaquePointer($0.key)) == guint(row) && $0.value.entry != nil }?
            .value.takeKeyboard()
    }

    /// Lets the keyboard act on the row of the entry that plays or, where it is not shown, on the first one.
    func takeKeyboard() {
        let row = currentPlace.flatMap { self.row(of: $0) } ?? 0
        scroll(to: row)
        takeKeyboard(row)
    }

    /// Shows only what matches.
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

    /// How many entries match; nil while nothing is searched for.
    var matchCount: Int? { matches?.count }

    /// Goes to the first match.
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

    /// The row that shows a place of the queue; nil where it does not match.
    private func row(of place: Int) -> Int? { matches.map { $0.firstIndex(of: place) } ?? place }

    func entry(at row: Int) -> String? {
        let queue = queue()
        return place(row, in: queue).map { queue.rows[$0].id }
    }

    /// The entry in front of another one; nil for the first.
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
        row.onDrop { [weak self] in self?.dropped($0, on: $1, isAbove: $2) }
        shown[item] = row
        gtk_list_item_set_child(OpaquePointer(item), row.box.widget)
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        let queue = queue()
        guard let item, let row = shown[item],
            let place = place(Int(gtk_list_item_get_position(OpaquePointer(item))), in: queue)
        else { return }
        show(queue.rows[place], in: row)
    }

    private func show(_ entry: QueueRow, in row: QueueRowView) {
        row.show(entry, isCurrent: entry.id == current)
        row.show(entry.coverName.flatMap { loader.texture(entry.cover, name: $0) })
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        gtk_list_item_set_child(OpaquePointer(item), nil)
        shown[item] = nil
    }
}
