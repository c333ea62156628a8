import CAdwaita
import SegueCore
import SegueWindowModel

/// One setting: a switch, a number or a choice.
final class SettingRow {
    let row: Widget
    /// Called with the new value, as the configuration writes it.
    var onChange: ((String) -> Void)?
    private let field: ConfigurationField
    /// The value that the player has.
    private var accepted: String
    private let control: Widget
    private let choices: [String]
    /// A number is sent when the person stops turning it.
    private var later: Later?

    init(_ field: ConfigurationField, _ value: String, _ choices: [(name: String, title: String)]) {
        self.field = field
        self.choices = choices.map(\.name)
        accepted = value
        if let range = field.range {
            row = Widget(adw_action_row_new())
            control = Widget(
                gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, SettingNumber.step(field)))
        } else if field.choices == ["true", "false"] {
            row = Widget(adw_action_row_new())
            control = Widget(gtk_switch_new())
        } else {
            row = Widget(adw_combo_row_new())
            control = row
            let list = Object(consuming: gtk_string_list_new(nil).map { UnsafeMutableRawPointer($0) })
            for choice in choices { gtk_string_list_append(list.opaque, choice.title) }
            adw_combo_row_set_model(row.typed(), list.opaque)
        }
        adw_preferences_row_set_title(row.typed(), SettingText.title(field))
        adw_action_row_set_subtitle(row.typed(), SettingText.subtitle(field))
        if control !== row {
            control.aligned(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.typed(), control.widget)
            adw_action_row_set_activatable_widget(row.typed(), control.widget)
        }
        show(value)
        listen()
    }

    private var isSwitch: Bool { field.choices == ["true", "false"] }

    private func show(_ value: String) {
        control.silently {
            if field.range != nil {
                gtk_spin_button_set_digits(control.opaque, guint(SettingNumber.digits(field, value)))
                gtk_spin_button_set_value(control.opaque, Double(value) ?? 0)
            } else if isSwitch {
                gtk_switch_set_active(control.opaque, value == "true" ? 1 : 0)
            } else {
                adw_combo_row_set_selected(row.typed(), guint(choices.firstIndex(of: value) ?? 0))
            }
        }
    }

    /// The player has taken the value.
    func accept(_ value: String) { accepted = value }

    /// The player has refused what was chosen: its own value is shown again.
    func refuse() { show(accepted) }

    private func listen() {
        if field.range != nil {
            control.on("value-changed") { [weak self] _ in self?.numberChanged() }
        } else if isSwitch {
            control.onChange(of: "active") { [weak self] in
                guard let self else { return }
                onChange?(gtk_switch_get_active(control.opaque) != 0 ? "true" : "false")
            }
        } else {
            row.onChange(of: "selected") { [weak self] in
                guard let self else { return }
                let place = Int(adw_combo_row_get_selected(row.typed()))
                if choices.indices.contains(place) { onChange?(choices[place]) }
            }
        }
    }

    private func numberChanged() {
        later = Later(milliseconds: 300) { [weak self] in
            guard let self else { return }
            let chosen = gtk_spin_button_get_value(control.opaque)
            guard !SettingNumber.shows(chosen, accepted, field) else { return show(accepted) }
            let value = SettingNumber.text(SettingNumber.allowed(chosen, field, from: Double(accepted) ?? 0))
            show(value)
            onChange?(value)
        }
    }
}
