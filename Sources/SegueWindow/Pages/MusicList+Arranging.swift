import CAdwaita

/// Edits of a list that a person can arrange.
extension MusicList {
    /// Handles a key: Delete removes the focused row; with Alt, Up and Down move it; Tab leaves the list.
    func key(_ press: KeyPress) -> Bool {
        if let direction = press.tabDirection { return view.leave(direction) }
        guard let place = shown.first(where: { $0.value.hasKeyboard }).map({ Self.place(of: $0.key) }) else {
            return false
        }
        switch press.key {
        case Int(GDK_KEY_Delete) where press.isPlain && onRemove != nil:
            keyboardPlace = place
            onRemove?(place)
        case Int(GDK_KEY_Up) where press.isAlt && onMove != nil:
            keyboardPlace = move(place, to: place - 1)
        case Int(GDK_KEY_Down) where press.isAlt && onMove != nil:
            keyboardPlace = move(place, to: place + 1)
        default: return false
        }
        return true
    }

    /// Records which row is being dragged.
    func follow(_ row: MusicRowView) {
        row.onDrag { [weak self] in
            self?.dragged = self?.place(of: $0)
        } end: { [weak self] in
            self?.dragged = nil
            self?.showLanding(at: nil)
        }
    }

    /// Moves the dragged row to the pointer, `y` below the upper edge of `widget`.
    func drop(at y: Double, of widget: Widget) {
        guard let dragged, let (row, isAbove) = row(at: y, of: widget), let place = place(of: row) else { return }
        let new = isAbove ? place : place + 1
        _ = move(dragged, to: new > dragged ? new - 1 : new)
    }

    /// Draws a line where the dragged row would land. Without a point or a dragged row, removes the line.
    func showLanding(at point: (y: Double, widget: Widget)?) {
        let landing = dragged == nil || onMove == nil ? nil : point.flatMap { row(at: $0.y, of: $0.widget) }
        for row in shown.values { row.showLanding(above: landing?.row === row ? landing?.isAbove : nil) }
    }

    /// Returns the row at a height, and true if the height is in its upper half; below all rows, the last row.
    private func row(at y: Double, of widget: Widget) -> (row: MusicRowView, isAbove: Bool)? {
        let rows = shown.values.filter { $0.row != nil }.compactMap { row -> (row: MusicRowView, y: Double)? in
            var (horizontal, vertical) = (0.0, 0.0)
            let isSeen = gtk_widget_translate_coordinates(
                widget.widget, row.box.widget, 0, y, &horizontal, &vertical)
            // The distance from the middle of the row.
            return isSeen == 0 ? nil : (row, vertical - Double(gtk_widget_get_height(row.box.widget)) / 2)
        }
        return rows.min { abs($0.y) < abs($1.y) }.map { ($0.row, $0.y < 0) }
    }

    func place(of row: MusicRowView) -> Int? {
        shown.first { $0.value === row }.map { Self.place(of: $0.key) }
    }

    /// Requests the move of a row. Returns the new place; nil if the row can't be moved there.
    private func move(_ place: Int, to new: Int) -> Int? {
        guard place != new, rows().indices.contains(new) else { return nil }
        onMove?(place, new)
        return new
    }
}
