import CAdwaita
import SegueClient
import SegueWindowModel

/// The queue, virtualised: only the rows that are seen exist.
final class QueueList {
    let view: Widget
    private let rows = RowList()
    private let selection: Object
    private let factory: Object
    private var shown: [UnsafeMutableRawPointer: QueueRowView] = [:]
    private let keys = KeyController()
    /// The queue as it is now. The list does not keep it: as long as two have the entries, each edit copies all of
    /// them.
    var queue: () -> QueueMirror = { QueueMirror() }
    private var current: String?
    private var currentPlace: Int?
    private var movedByKey: String?
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
    /// An entry was dropped behind another one, nil for the beginning.
    var onMove: ((String, _ after: String?) -> Void)?
    /// Files were dropped behind an entry, nil for the beginning.
    var onFiles: (([String], _ after: String?) -> Void)?

    init() {
        // The view takes the selection and the factory over, and the selection takes the list.
        g_object_ref(rows.pointer)
        selection = Object(consuming: gtk_multi_selection_new(rows.opaque).map { UnsafeMutableRawPointer($0) })
        factory = Object(consuming: gtk_signal_list_item_factory_new().map { UnsafeMutableRawPointer($0) })
        g_object_ref(selection.pointer)
        g_object_ref(factory.pointer)
        view = Widget(gtk_list_view_new(selection.opaque, factory.opaque)).styled("navigation-sidebar", "queue")
        view.setName(translated("Queue"))
        factory.on("setup") { [weak self] in self?.make($0.object(1)) }
        factory.on("bind") { [weak self] in self?.bind($0.object(1)) }
        factory.on("unbind") { [weak self] in self?.row($0.object(1))?.forget() }
        factory.on("teardown") { [weak self] in self?.tearDown($0.object(1)) }
        view.on("activate") { [weak self] arguments in
            guard let self, let entry = entry(at: arguments.unsigned(1)) else { return }
            onJump?(entry)
        }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        view.add(keys)
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
        }
    }

    /// Shows anew what is seen: more is known of some entries. Selection and keyboard stay where they are.
    func refresh() {
        let queue = queue()
        for (item, row) in shown where row.entry != nil {
            guard let place = place(Int(gtk_list_item_get_position(OpaquePointer(item))), in: queue) else { continue }
            row.show(queue.rows[place], isCurrent: queue.rows[place].id == current)
        }
        guard matches != nil, searchingAgain?.isPending != true else { return }
        searchingAgain = Later(milliseconds: Self.searchInterval) { [weak self] in self?.searchAgain() }
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
        currentPlace = model.properties.queueIndex.map { Int($0) }
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
        gtk_selection_model_select_item(selection.opaque, guint(place), 1)
        scroll(to: place)
    }

    /// Shows only what matches.
    func find(_ text: String) {
        search = QueueSearch(text)
        find(isOn: !text.isEmpty)
    }

    private func find(isOn: Bool = true) {
        let queue = queue()
        areMatchesOld = false
        matches = isOn ? search.places(in: queue.rows) : nil
        rows.change(at: 0, removed: rows.count, added: matches?.count ?? queue.rows.count)
        if !isOn, let currentPlace { scroll(to: currentPlace) }
    }

    /// How many entries match; nil while nothing is searched for.
    var matchCount: Int? { matches?.count }

    /// Goes to the first match.
    func jumpToFirst() {
        if let entry = entry(at: 0) { onJump?(entry) }
    }

    func scroll(to place: Int) {
        guard place < rows.count else { return }
        gtk_widget_activate_action_variant(view.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(place)))
    }

    private func place(_ row: Int, in queue: QueueMirror) -> Int? {
        let place = matches.map { $0.indices.contains(row) ? $0[row] : -1 } ?? row
        return queue.rows.indices.contains(place) ? place : nil
    }

    private func entry(at row: Int) -> String? {
        let queue = queue()
        return place(row, in: queue).map { queue.rows[$0].id }
    }

    /// The entry in front of another one; nil for the first.
    private func entry(before id: String) -> String? {
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
        let entry = queue.rows[place]
        row.show(entry, isCurrent: entry.id == current)
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        gtk_list_item_set_child(OpaquePointer(item), nil)
        shown[item] = nil
    }

    // MARK: - Editing

    /// Delete removes what is selected; with Alt, Up and Down move it.
    private func key(_ press: KeyPress) -> Bool {
        let selected = selectedEntries
        switch press.key {
        case Int(GDK_KEY_Delete) where press.isPlain:
            if !selected.isEmpty { onRemove?(selected) }
        case Int(GDK_KEY_Up) where press.isAlt: if let entry = selected.first { move(entry, by: -1) }
        case Int(GDK_KEY_Down) where press.isAlt: if let entry = selected.first { move(entry, by: 1) }
        default: return false
        }
        return true
    }

    private var selectedEntries: [String] {
        guard let bits = gtk_selection_model_get_selection(selection.opaque) else { return [] }
        defer { gtk_bitset_unref(bits) }
        let count = Int(gtk_bitset_get_size(bits))
        return (0..<count).compactMap { entry(at: Int(gtk_bitset_get_nth(bits, guint($0)))) }
    }

    private func move(_ entry: String, by step: Int) {
        let queue = queue()
        guard let place = queue.place(of: entry), queue.rows.indices.contains(place + step) else { return }
        let behind = step > 0 ? place + step : place + step - 1
        movedByKey = entry
        onMove?(entry, behind < 0 ? nil : queue.rows[behind].id)
    }

    private func dropped(_ dropped: Dropped, on entry: String, isAbove: Bool) {
        let after = isAbove ? self.entry(before: entry) : entry
        switch dropped {
        case .entry(let moved): if moved != entry, moved != after { onMove?(moved, after) }
        case .files(let uris): onFiles?(uris, after)
        }
    }
}
