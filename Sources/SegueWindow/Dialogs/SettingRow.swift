import CAdwaita
import SegueCore
import SegueWindowModel

/// One setting: a switch, a number, a choice or a text.
final class SettingRow {
    let row: Widget
    /// Called with the new value, as written in the configuration.
    var onChange: ((String) -> Void)?
    /// The numbers of a spin button; nil for the other controls.
    private let numbers: Setting.Numbers?
    private let isSwitch: Bool
    private let isText: Bool
    /// The switch that leaves a number to the player; nil for the other controls.
    private let automatic: Widget?
    /// The words of a list, in order; empty for the other controls.
    private let words: [String]
    /// The value that the player has accepted.
    private var accepted: String
    private let control: Widget
    /// The value of a choice; nil for the other controls, and for names, which may be of any length.
    private var chosenValue: ChosenValue?
    /// The pending change of a number, sent when the person stops adjusting it.
    private var later: Later?

    /// Creates the row. `names` are the permitted values of a setting that is a name; nil if it is any text.
    init(_ setting: Setting, _ value: String, names: [(name: String, title: String)]?) {
        accepted = value
        isSwitch = setting.kind == .truth
        var choices: [(name: String, title: String)] = []
        var isText = false
        switch setting.kind {
        case .number(let numbers):
            self.numbers = numbers
            row = Widget(adw_action_row_new())
            control = Widget(
                gtk_spin_button_new_with_range(numbers.range.lowerBound, numbers.range.upperBound, numbers.step))
        case .truth:
            numbers = nil
            row = Widget(adw_action_row_new())
            control = Widget(gtk_switch_new())
        case .choice(let words):
            numbers = nil
            choices = words.map { (name: $0.word, title: translated($0.title)) }
            row = Widget(adw_combo_row_new())
            control = row
        case .name:
            numbers = nil
            choices = names ?? []
            isText = names == nil
            row = Widget(isText ? adw_entry_row_new() : adw_combo_row_new())
            control = row
        }
        self.isText = isText
        automatic = numbers?.hasAutomatic == true ? Widget(gtk_toggle_button_new()) : nil
        words = choices.map(\.name)
        adw_preferences_row_set_title(row.typed(), translated(setting.labels.title))
        if isText {
            gtk_widget_set_tooltip_text(row.widget, translated(setting.labels.subtitle))
            adw_entry_row_set_show_apply_button(row.typed(), 1)
        } else {
            adw_action_row_set_subtitle(row.typed(), translated(setting.labels.subtitle))
        }
        if control !== row {
            control.aligned(nil, GTK_ALIGN_CENTER)
            if let automatic {
                gtk_button_set_label(automatic.typed(), translated("Automatic"))
                // Side by side, the two would leave the title no room in a narrow window.
                let column = Box(GTK_ORIENTATION_VERTICAL, spacing: 6, [automatic, control])
                column.margins(top: 6, bottom: 6).aligned(nil, GTK_ALIGN_CENTER)
                adw_action_row_add_suffix(row.typed(), column.widget)
            } else {
                adw_action_row_add_suffix(row.typed(), control.widget)
            }
            // The wheel scrolls the page. It would change each number that comes under the pointer.
            control.switchOff(gtk_event_controller_scroll_get_type())
            adw_action_row_set_activatable_widget(row.typed(), control.widget)
        } else if !isText {
            let list = Object(consuming: gtk_string_list_new(nil).map { UnsafeMutableRawPointer($0) })
            for choice in choices { gtk_string_list_append(list.opaque, choice.title) }
            adw_combo_row_set_model(row.typed(), list.opaque)
            if case .choice = setting.kind { chosenValue = ChosenValue(row) }
        }
        show(value)
        listen()
    }

    private func show(_ value: String) {
        let isAutomatic = automatic != nil && value == Setting.Numbers.automatic
        automatic?.silently { gtk_toggle_button_set_active(automatic?.typed(), isAutomatic ? 1 : 0) }
        gtk_widget_set_sensitive(control.widget, isAutomatic ? 0 : 1)
        control.silently {
            if let numbers {
                let digits = SettingNumber.digits(numbers, value)
                gtk_spin_button_set_digits(control.opaque, guint(digits))
                // GTK does not reserve space for the sign.
                let bounds = [numbers.range.lowerBound, numbers.range.upperBound]
                let width = bounds.map { "\(Int($0))".count }.max() ?? 0
                gtk_editable_set_width_chars(control.opaque, gint(width + (digits > 0 ? digits + 1 : 0)))
                gtk_spin_button_set_value(control.opaque, Double(value) ?? 0)
            } else if isSwitch {
                gtk_switch_set_active(control.opaque, value == "true" ? 1 : 0)
            } else if isText {
                gtk_editable_set_text(control.opaque, value)
            } else {
                adw_combo_row_set_selected(row.typed(), guint(words.firstIndex(of: value) ?? 0))
            }
        }
    }

    /// Records that the player has accepted the value.
    func accept(_ value: String) {
        accepted = value
        markRefused(false)
    }

    /// Shows a value that another client has set, unless a person is changing the present one.
    func follow(_ value: String) {
        guard value != accepted, later?.isPending != true, !isEdited else { return }
        accepted = value
        show(value)
    }

    /// True if the row has a text that has not been applied.
    private var isEdited: Bool {
        isText && gtk_editable_get_text(control.opaque).map { String(cString: $0) } != accepted
    }

    /// Shows the accepted value again, because the player has refused the new one. A text stays, to be corrected.
    func refuse() {
        guard isText else { return show(accepted) }
        markRefused(true)
    }

    private func markRefused(_ isRefused: Bool) {
        if isText { row.setStyle("error", isRefused) }
    }

    private func listen() {
        automatic?.onChange(of: "active") { [weak self] in self?.automaticChanged() }
        if numbers != nil {
            // GTK would refuse another decimal separator, or read it as the end of the number, and a text as 0.
            gtk_spin_button_set_numeric(control.opaque, 0)
            control.onNumber("input") { [weak self] arguments in
                guard let self, let place = arguments.pointer(1), let text = gtk_editable_get_text(control.opaque)
                else { return 0 }
                place.assumingMemoryBound(to: Double.self).pointee =
                    SettingNumber.number(String(cString: text)) ?? gtk_spin_button_get_value(control.opaque)
                return 1
            }
            control.on("value-changed") { [weak self] _ in self?.numberChanged() }
        } else if isSwitch {
            control.onChange(of: "active") { [weak self] in
                guard let self else { return }
                onChange?(gtk_switch_get_active(control.opaque) != 0 ? "true" : "false")
            }
        } else if isText {
            control.on("apply") { [weak self] _ in
                guard let self, let text = gtk_editable_get_text(control.opaque) else { return }
                onChange?(String(cString: text))
            }
        } else {
            row.onChange(of: "selected") { [weak self] in
                guard let self else { return }
                let place = Int(adw_combo_row_get_selected(row.typed()))
                if words.indices.contains(place) { onChange?(words[place]) }
            }
        }
    }

    private func automaticChanged() {
        guard let automatic else { return }
        let isOn = gtk_toggle_button_get_active(automatic.typed()) != 0
        let value =
            isOn ? Setting.Numbers.automatic : SettingNumber.text(gtk_spin_button_get_value(control.opaque))
        show(value)
        onChange?(value)
    }

    private func numberChanged() {
        later = Later(milliseconds: 300) { [weak self] in self?.submitNumber() }
    }

    private func submitNumber() {
        later = nil
        guard let numbers else { return }
        let chosen = gtk_spin_button_get_value(control.opaque)
        guard !SettingNumber.shows(chosen, accepted, numbers) else { return show(accepted) }
        let value = SettingNumber.text(SettingNumber.allowed(chosen, numbers, from: Double(accepted) ?? 0))
        show(value)
        onChange?(value)
    }

    /// Submits a number that has been typed or changed, because the dialog closes.
    func finish() {
        guard numbers != nil else { return }
        gtk_spin_button_update(control.opaque)
        if later?.isPending == true { submitNumber() }
    }
}
