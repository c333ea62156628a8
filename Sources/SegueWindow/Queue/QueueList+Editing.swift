import CAdwaita
import SegueWindowModel

/// A person's edits of the queue in the list.
extension QueueList {
    /// Handles a key: Delete removes the selection; with Alt, Up and Down move it; Tab leaves the list.
    func key(_ press: KeyPress) -> Bool {
        if let direction = press.tabDirection { return view.leave(direction) }
        let selected = selectedEntries
        switch press.key {
        case Int(GDK_KEY_Delete) where press.isPlain:
            guard let first = selected.first else { break }
            removedByKey = (first.entry, first.row)
            onRemove?(selected.map(\.entry))
        case Int(GDK_KEY_Up) where press.isAlt: move(selected.map(\.entry), by: -1)
        case Int(GDK_KEY_Down) where press.isAlt: move(selected.map(\.entry), by: 1)
        default: return false
        }
        return true
    }

    /// Connects the items of an entry's menu.
    func addActions(to menu: ContextMenu) {
        func add(_ name: String, _ body: @escaping (QueueList, String) -> Void) {
            menu.add(name) { [weak self] in
                if let self, let entry = menuEntry { body(self, entry) }
            }
        }
        add("play") { $0.onJump?($1) }
        add("next") { $0.onPlayNext?($0.together(with: $1)) }
        add("remove") { $0.onRemove?($0.together(with: $1)) }
        add("playlist") { $0.onAddToPlaylist?($0.together(with: $1)) }
        add("details") { $0.onDetails?($1) }
        add("show") { $0.onShowFile?($1) }
    }

    /// Returns the menu of an entry or, if several entries are selected with it, of all of them.
    func menu(of entry: String) -> Menu {
        let count = together(with: entry).count
        guard count == 1 else {
            return Menu()
                .item(counted("Play %d Track _Next", "Play %d Tracks _Next", count: count), "context.next")
                .item(counted("_Remove %d Track", "_Remove %d Tracks", count: count), "context.remove")
                .item(
                    counted("Add %d Track to Play_list…", "Add %d Tracks to Play_list…", count: count),
                    "context.playlist")
        }
        return Menu()
            .section(Menu().item(translated("_Play"), "context.play").item(translated("Play _Next"), "context.next"))
            .section(Menu().item(translated("_Remove from Queue"), "context.remove"))
            .section(
                Menu().item(translated("Add to Play_list…"), "context.playlist")
                    .item(translated("_Show in Files"), "context.show")
                    .item(translated("_Details"), "context.details"))
    }

    /// Returns the selected entries if this one is among them; otherwise this entry alone.
    func together(with entry: String) -> [String] {
        let selected = selectedEntries.map(\.entry)
        return selected.contains(entry) ? selected : [entry]
    }

    private var selectedEntries: [(entry: String, row: Int)] {
        guard let bits = gtk_selection_model_get_selection(selection.opaque) else { return [] }
        defer { gtk_bitset_unref(bits) }
        let count = Int(gtk_bitset_get_size(bits))
        return (0..<count).compactMap {
            let row = Int(gtk_bitset_get_nth(bits, guint($0)))
            return entry(at: row).map { (entry: $0, row: row) }
        }
    }

    /// Moves entries up or down by one place. Several entries are adjacent after that.
    private func move(_ entries: [String], by step: Int) {
        let queue = queue()
        guard let edge = step > 0 ? entries.last : entries.first, let place = queue.place(of: edge),
            queue.rows.indices.contains(place + step)
        else { return }
        let behind = step > 0 ? place + step : place + step - 1
        movedByKey = entries
        onMove?(entries, behind < 0 ? nil : queue.rows[behind].id)
    }

    func dropped(_ dropped: Dragged, on entry: String, isAbove: Bool) {
        let after = isAbove ? self.entry(before: entry) : entry
        switch dropped {
        case .entries(let moved): onMove?(moved, after)
        case .files(let uris): onFiles?(uris, after)
        case .found(let query): onFound?(query, after)
        }
    }

    /// Appends music dropped below the last row. Returns false if there are no rows, so that other targets handle the
    /// drop.
    func droppedBelow(_ dropped: Dragged) -> Bool {
        guard let last = queue().rows.last?.id else { return false }
        self.dropped(dropped, on: last, isAbove: false)
        return true
    }
}
