import CAdwaita

/// The upper and the lower half of a row, where something lands that is dragged there; a line shows on which side.
final class RowLanding {
    private let row: Widget
    private let target = DropTarget()
    private let motion = DropMotion()
    /// True if the row takes what is dragged now.
    var isOpen: () -> Bool = { true }

    /// `body` gets what was dropped, and whether on the upper half; false where it can't be taken.
    init(_ row: Widget, _ body: @escaping (Dragged, _ isAbove: Bool) -> Bool) {
        self.row = row
        target.onDrop { [weak self] dropped, y in
            guard let self, isOpen() else { return false }
            show(nil)
            return body(dropped, isAbove(y))
        }
        motion.onMotion { [weak self] y in
            guard let self else { return }
            show(isOpen() ? y.map(isAbove) : nil)
        }
        row.add(target)
        row.add(motion)
    }

    private func isAbove(_ y: Double) -> Bool { y < Double(gtk_widget_get_height(row.widget)) / 2 }

    private func show(_ isAbove: Bool?) {
        row.setStyle("landing-above", isAbove == true)
        row.setStyle("landing-below", isAbove == false)
    }
}
