import CAdwaita
import SegueCore

/// One setting: a switch, a number or a choice.
final class SettingRow {
    let row: Widget
    /// Called with the new value, as the configuration writes it.
    var onChange: ((String) -> Void)?
    private let control: Widget
    private let choices: [String]
    /// A number is sent when the person stops turning it.
    private var later: Later?

    init(_ field: ConfigurationField, _ value: String, _ choices: [(name: String, title: String)]) {
        let isSwitch = field.choices == ["true", "false"]
        self.choices = choices.map(\.name)
        if let range = field.range {
            row = Widget(adw_action_row_new())
            control = Widget(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, Self.step(field)))
            gtk_spin_button_set_digits(control.opaque, field == .repeatCount ? 0 : 1)
            gtk_spin_button_set_value(control.opaque, Double(value) ?? 0)
        } else if isSwitch {
            row = Widget(adw_action_row_new())
            control = Widget(gtk_switch_new())
            gtk_switch_set_active(control.opaque, value == "true" ? 1 : 0)
        } else {
            row = Widget(adw_combo_row_new())
            control = row
            let list = Object(consuming: gtk_string_list_new(nil).map { UnsafeMutableRawPointer($0) })
            for choice in choices { gtk_string_list_append(list.opaque, choice.title) }
            adw_combo_row_set_model(row.typed(), list.opaque)
            adw_combo_row_set_selected(row.typed(), guint(self.choices.firstIndex(of: value) ?? 0))
        }
        adw_preferences_row_set_title(row.typed(), SettingText.title(field))
        adw_action_row_set_subtitle(row.typed(), SettingText.subtitle(field))
        if control !== row {
            control.aligned(nil, GTK_ALIGN_CENTER)
            control.setName(SettingText.title(field))
            adw_action_row_add_suffix(row.typed(), control.widget)
            adw_action_row_set_activatable_widget(row.typed(), control.widget)
        }
        listen(field, isSwitch: isSwitch)
    }

    private static func step(_ field: ConfigurationField) -> Double {
        switch field {
        case .repeatCount, .previousRestartsAfter, .trimThreshold: 1
        default: 0.5
        }
    }

    private func listen(_ field: ConfigurationField, isSwitch: Bool) {
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
            let tenths = Int((gtk_spin_button_get_value(control.opaque) * 10).rounded())
            let sign = tenths < 0 ? "-" : ""
            let whole = "\(sign)\(abs(tenths) / 10)"
            onChange?(tenths % 10 == 0 ? whole : "\(whole).\(abs(tenths) % 10)")
        }
    }
}
