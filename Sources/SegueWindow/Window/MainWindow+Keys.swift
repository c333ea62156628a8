import CAdwaita
import SegueClient
import SegueWindowModel

/// Keys that work in the whole window.
extension MainWindow {
    /// Handles keys that no widget handled: Space plays and pauses, Escape cancels what is being opened, and visible
    /// characters start a search.
    func key(_ press: KeyPress) -> Bool {
        if press.key == Int(GDK_KEY_space), press.isPlain {
            call("Toggle", on: .control)
            return true
        }
        if press.key == Int(GDK_KEY_Escape), press.isPlain, model.isAwaiting {
            call("Cancel", on: .control)
            return true
        }
        guard let text = press.text else { return false }
        if model.queue.rows.isEmpty || (isPanelShown && side.page == "music") {
            showPage("music")
            side.music.type(text)
        } else {
            showPage("queue")
            side.queue.type(text)
        }
        return true
    }

    /// Gives editing keys to a text while it has the focus.
    func giveKeysToText() {
        guard let application = gtk_window_get_application(window.typed()) else { return }
        let types = [gtk_editable_get_type(), gtk_label_get_type()]
        let focused = gtk_window_get_focus(window.typed()).map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GTypeInstance.self)
        }
        let isText = types.contains { g_type_check_instance_is_a(focused, $0) != 0 }
        guard isText != isWriting else { return }
        isWriting = isText
        Shortcuts.set(on: application, whileWriting: isText)
    }

    /// Appends letters typed while the search opens to the search.
    func earlyKey(_ press: KeyPress) -> Bool {
        guard side.page == "queue", side.queue.isOpening, isPanelShown, let text = press.text else { return false }
        side.queue.type(text)
        return true
    }
}
