import SDBus
import SegueClient
import SegueWindowModel

/// Undo and redo of the queue and of playlists, in one order.
extension MainWindow {
    /// The edit that Undo reverts; nil if there is none.
    var editToUndo: EditOrder.Edit? { edits.editToUndo(canUndoQueue: model.canUndo) }
    /// The edit that Redo repeats; nil if there is none.
    var editToRedo: EditOrder.Edit? { edits.editToRedo(canRedoQueue: model.canRedo) }

    /// The effect of Undo, in the window's language; empty if there is none.
    var undoText: String {
        switch editToUndo {
        case .queue: translated(reversal: model.undoText)
        case .playlist(let edit):
            edit.formerName.map { translated("Rename “%s” to “%s”", edit.name, $0) }
                ?? translated("Restore “%s”", edit.name)
        case nil: ""
        }
    }

    /// The effect of Redo, in the window's language; empty if there is none.
    var redoText: String {
        switch editToRedo {
        case .queue: translated(reversal: model.redoText)
        case .playlist(let edit):
            edit.formerName.map { translated("Rename “%s” to “%s”", $0, edit.name) }
                ?? translated("Change “%s” again", edit.name)
        case nil: ""
        }
    }

    func undo() {
        guard let edit = editToUndo else { return }
        toasts.dismiss()
        edits.undo(edit)
        switch edit {
        case .queue: revert(edit, "Undo", on: .queue, [])
        case .playlist(let change): revert(edit, change.reversal.member, on: .savedPlaylists, change.reversal.arguments)
        }
    }

    func redo() {
        guard let edit = editToRedo else { return }
        toasts.dismiss()
        edits.redo(edit)
        switch edit {
        case .queue: revert(edit, "Redo", on: .queue, [])
        case .playlist(let change): revert(edit, change.member, on: .savedPlaylists, change.arguments)
        }
    }

    private func revert(
        _ edit: EditOrder.Edit, _ member: String, on interface: PlayerInterface, _ arguments: [BusValue]
    ) {
        connection.call(member, on: interface, arguments) { [weak self] reply in
            switch reply {
            case .success: self?.readPlaylistsIfSeen()
            case .failure(let error):
                self?.edits.forget(edit)
                self?.refused(error)
            }
        }
    }

    /// Notes an edit of the queue, and shows a toast for it, with an Undo button. Has no effect if the edit cannot be
    /// undone.
    func edited(_ text: String) {
        guard model.canUndo else { return }
        edits.note(.queue)
        toasts.show(text, back: .queue(revision: model.properties.queueRevision))
    }

    /// Notes an edit of a playlist, and shows a toast for it, with an Undo button. Reads the visible playlists again.
    func edited(_ edit: PlaylistEdit, _ text: String) {
        edits.note(.playlist(edit))
        toasts.show(text, back: .playlist)
        readPlaylistsIfSeen()
    }
}
