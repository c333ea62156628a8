import CAdwaita
import SDBus
import SegueCore

/// All settings of the player, each with its range. Changes take effect immediately.
final class PreferencesDialog {
    let dialog = Widget(adw_preferences_window_new())
    private var rows: [(field: String, row: SettingRow)] = []

    /// The player's answer to a new value. The sentences come from the player.
    enum Answer {
        case taken
        /// The value is in force, but is lost when the player ends.
        case notSaved(String)
        case refused(String)
    }

    typealias Change = (_ field: String, _ value: String, _ done: @escaping (Answer) -> Void) -> Void

    /// Creates the dialog. `values` is the answer of `GetConfiguration`.
    init(
        over window: Widget, values: [String: String], outputs: [(name: String, title: String)],
        change: @escaping Change
    ) {
        let page = Widget(adw_preferences_page_new())
        for group in Setting.Group.allCases { add(group, to: page, values, outputs, change) }
        adw_preferences_window_add(dialog.typed(), page.typed())
        gtk_window_set_transient_for(dialog.typed(), window.typed())
        gtk_window_set_modal(dialog.typed(), 1)
        dialog.onAsking("close-request") { [weak self] _ in
            for (_, row) in self?.rows ?? [] { row.finish() }
            return false
        }
    }

    func show() { gtk_window_present(dialog.typed()) }

    /// Calls `body` whenever a person comes back to the dialog: other clients may have changed settings meanwhile.
    func onReturn(_ body: @escaping () -> Void) {
        dialog.onChange(of: "is-active") { [weak dialog] in
            if let dialog, gtk_window_is_active(dialog.typed()) != 0 { body() }
        }
    }

    /// Shows the values in a later answer of `GetConfiguration`, except where a person is changing one.
    func show(_ values: [String: String]) {
        for (field, row) in rows { if let value = values[field] { row.follow(value) } }
    }

    /// True until the dialog is closed.
    var isOpen: Bool { gtk_widget_get_visible(dialog.widget) != 0 }

    private func add(
        _ settings: Setting.Group, to page: Widget, _ values: [String: String],
        _ outputs: [(name: String, title: String)], _ change: @escaping Change
    ) {
        let group = Widget(adw_preferences_group_new())
        adw_preferences_group_set_title(group.typed(), translated(settings.title))
        for field in ConfigurationField.allCases where field.setting.labels.group == settings {
            guard let value = values[field.rawValue] else { continue }
            let row = SettingRow(field.setting, value, names: field == .output ? outputs : nil)
            row.onChange = { [weak self, weak row] new in
                change(field.rawValue, new) { answer in
                    switch answer {
                    case .taken: row?.accept(new)
                    case .notSaved(let why):
                        row?.accept(new)
                        self?.tell(translated("Setting Not Saved"), why)
                    case .refused(let why):
                        row?.refuse()
                        self?.tell(translated("Setting Not Changed"), why)
                    }
                }
            }
            adw_preferences_group_add(group.typed(), row.row.widget)
            rows.append((field.rawValue, row))
        }
        adw_preferences_page_add(page.typed(), group.typed())
    }

    private func tell(_ title: String, _ sentence: String) { NoticeDialog(over: dialog, title, sentence).show() }
}
