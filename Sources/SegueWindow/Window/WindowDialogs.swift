import SDBus
import SegueClient

/// The dialogs that the window has opened, while they are open.
final class WindowDialogs {
    private var preferences: PreferencesDialog?
    private var playlist: PlaylistDialog?
    private var question: QuestionDialog?

    /// Reads the settings and the outputs first.
    func showPreferences(over window: MainWindow) {
        window.call("GetConfiguration", on: .control) { [weak self, weak window] reply in
            guard let window, let values = Self.settings(reply) else { return }
            window.call("ListOutputs", on: .control) { reply in
                self?.open(values, OutputMenu.Output.all(in: reply), over: window)
            }
        }
    }

    private func open(_ values: [String: String], _ outputs: [OutputMenu.Output], over window: MainWindow) {
        let named = outputs.map { (name: $0.name, title: $0.title) }
        let dialog = PreferencesDialog(over: window.window, values: values, outputs: named) {
            [weak window] field, value, failed in
            window?.connection.call("SetConfiguration", on: .control, [.string(field), .string(value)]) { reply in
                if case .failure(let error) = reply { failed(error.message) }
            }
        }
        preferences = dialog
        dialog.show()
    }

    private static func settings(_ reply: [BusValue]) -> [String: String]? {
        guard case .dictionary(_, _, let entries)? = reply.first else { return nil }
        var values: [String: String] = [:]
        for entry in entries { if let key = entry.key.asString { values[key] = entry.value.asString } }
        return values
    }

    func askForPlaylist(over window: MainWindow) {
        let dialog = PlaylistDialog(over: window.window) { [weak self, weak window] name in
            guard let window else { return }
            window.save(as: name, replacing: false) { self?.askToReplace(name, over: window) }
        }
        playlist = dialog
        dialog.show()
    }

    private func askToReplace(_ name: String, over window: MainWindow) {
        let dialog = QuestionDialog(
            over: window.window, translated("Replace “%s”?", name),
            translated("There is a playlist of this name. Its entries will be lost."), yes: translated("_Replace")
        ) { [weak window] in window?.save(as: name, replacing: true) {} }
        question = dialog
        dialog.show()
    }
}
