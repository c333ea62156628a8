import SDBus
import SegueClient
import SegueCore
import SegueMPRIS

/// The dialogs of the window, while they are open.
final class WindowDialogs {
    private var preferences: PreferencesDialog?
    private var text: TextDialog?
    private var question: QuestionDialog?

    /// Shows the preferences after reading the settings and the outputs. If the dialog is already open, raises it.
    func showPreferences(over window: MainWindow) {
        if let preferences, preferences.isOpen { return preferences.show() }
        window.readSettings { [weak self, weak window] values in
            guard let window else { return }
            window.call("ListOutputs", on: .control) { reply in
                let chosen = values[ConfigurationField.output.rawValue] ?? Output.automatic
                self?.open(values, Output.choices(in: reply, chosen: chosen), over: window)
            }
        }
    }

    private func open(_ values: [String: String], _ outputs: [Output], over window: MainWindow) {
        // The keys may have been pressed twice before the settings arrived.
        if let preferences, preferences.isOpen { return preferences.show() }
        let named = outputs.map { (name: $0.name, title: $0.title) }
        let dialog = PreferencesDialog(over: window.window, values: values, outputs: named) {
            [weak window] field, value, done in
            window?.connection.call("SetConfiguration", on: .control, [.string(field), .string(value)]) { reply in
                switch reply {
                case .success: done(.taken)
                case .failure(let error) where error.kind == .notSaved: done(.notSaved(translated(error)))
                case .failure(let error): done(.refused(translated(error)))
                }
            }
        }
        dialog.onReturn { [weak dialog, weak window] in
            window?.readSettings { dialog?.show($0) }
        }
        preferences = dialog
        dialog.show()
    }

    func askForPlaylist(over window: MainWindow) {
        askForName(
            translated("Save Queue as Playlist"),
            translated("The playlist appears among those of the desktop’s widgets too."), yes: translated("_Save"),
            over: window
        ) { [weak self, weak window] name, refuse in
            guard let window else { return }
            window.save(as: name, replacing: false, refuse) { self?.askToReplace(name, over: window) }
        }
    }

    /// Asks for the name under which to save a search.
    func askForName(ofSearch query: String, over window: MainWindow) {
        askForName(
            translated("Save Search as Playlist"),
            translated("The playlist always has what the search finds at the time."), line: query,
            yes: translated("_Save"), over: window
        ) { [weak window] name, refuse in window?.save(search: query, as: name, refuse) }
    }

    func askForAddress(over window: MainWindow) {
        ask(
            translated("Open Address"), translated("A stream, a radio station or a playlist."),
            label: translated("Address"), yes: translated("_Open"), over: window
        ) { [weak window] line, refuse in
            // As in the address bar of a browser.
            let address = line.contains("://") || line.hasPrefix("/") ? line : "http://" + line
            let scheme = address.prefix { $0 != ":" }.lowercased()
            guard address.hasPrefix("/") || Location.schemes.contains(scheme) else {
                return refuse(translated("“%s” can’t be opened. An address begins with http:// or https://.", line))
            }
            window?.play([address])
        }
    }

    /// Asks for a new name of a playlist.
    func rename(_ playlist: PlaylistsPage.Playlist, over window: MainWindow) {
        askForName(
            translated("Rename “%s”", playlist.title), "", line: playlist.title, yes: translated("_Rename"),
            over: window
        ) { [weak window] name, refuse in
            // The searches of a new user are shown by a translation of their names.
            if name != playlist.title { window?.rename(playlist.name, to: name, refuse) }
        }
    }

    private func askForName(
        _ title: String, _ body: String, line: String = "", choices: [String] = [], yes: String,
        over window: MainWindow,
        _ submit: @escaping (_ name: String, _ refuse: @escaping (_ sentence: String) -> Void) -> Void
    ) {
        ask(
            title, body, label: translated("Name of the playlist"), line: line, choices: choices, yes: yes,
            over: window, submit)
    }

    /// Asks for a line. If the line that `submit` receives is refused, asks again: with that line, and with the
    /// sentence that says why.
    private func ask(
        _ title: String, _ body: String, label: String, line: String = "", choices: [String] = [], yes: String,
        over window: MainWindow,
        _ submit: @escaping (_ line: String, _ refuse: @escaping (_ sentence: String) -> Void) -> Void
    ) {
        let dialog = TextDialog(over: window.window, title, body, label: label, yes: yes, choices: choices) {
            [weak self, weak window] line in
            submit(line) { sentence in
                guard let self, let window else { return }
                self.ask(
                    title, sentence, label: label, line: line, choices: choices, yes: yes, over: window, submit)
            }
        }
        dialog.line = line
        text = dialog
        dialog.show()
    }

    /// Asks for the target playlist: one of these, or a new one, for which a name may be suggested.
    func askWhere(
        _ names: [String], suggested: String, over window: MainWindow,
        _ submit: @escaping (_ name: String, _ refuse: @escaping (_ sentence: String) -> Void) -> Void
    ) {
        askForName(
            translated("Add to Playlist"), translated("A new name makes a new playlist."), line: suggested,
            choices: names, yes: translated("_Add"), over: window, submit)
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
