import CAdwaita

/// Edits of a list that belongs to the person.
extension MusicList {
    /// Delete removes the row of the keyboard; with Alt, Up and Down move it.
    func key(_ press: KeyPress) -> Bool {
        guard let place = shown.first(where: { $0.value.hasKeyboard }).map({ Self.place(of: $0.key) }) else {
            return false
        }
        switch press.key {
        case Int(GDK_KEY_Delete) where press.isPlain && onRemove != nil:
            keyboardPlace = place
            onRemove?(place)
        case Int(GDK_KEY_Up) where press.isAlt && onMove != nil: move(place, to: place - 1)
        case Int(GDK_KEY_Down) where press.isAlt && onMove != nil: move(place, to: place + 1)
        default: return false
        }
        return true
    }

    /// Lets a row be dragged to another place.
    func arrange(_ row: MusicRowView) {
        row.arrange(
            onBegin: { [weak self] in self?.dragged = self?.place(of: $0) },
            onEnd: { [weak self] in self?.dragged = nil },
            isDragging: { [weak self] in self?.dragged != nil },
            onDrop: { [weak self] row, isAbove in
                guard let self, let dragged, let place = place(of: row) else { return }
                let behind = isAbove ? place : place + 1
                move(dragged, to: behind > dragged ? behind - 1 : behind)
            })
    }

    private func place(of row: MusicRowView) -> Int? {
        shown.first { $0.value === row }.map { Self.place(of: $0.key) }
    }

    private func move(_ place: Int, to new: Int) {
        guard place != new, rows().indices.contains(new) else { return }
        keyboardPlace = new
        onMove?(place, new)
    }
}
