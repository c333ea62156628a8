import CAdwaita

/// A menu, as data.
final class Menu: Object {
    init() {
        super.init(consuming: g_menu_new().map { UnsafeMutableRawPointer($0) })
    }

    @discardableResult
    func item(_ label: String, _ action: String) -> Self {
        g_menu_append(opaque, label, action)
        return self
    }

    /// Adds an item that sets an action to a text.
    @discardableResult
    func choice(_ label: String, _ action: String, _ target: String) -> Self {
        let item = Object(consuming: g_menu_item_new(label, nil).map { UnsafeMutableRawPointer($0) })
        g_menu_item_set_action_and_target_value(item.opaque, action, g_variant_new_string(target))
        g_menu_append_item(opaque, item.opaque)
        return self
    }

    @discardableResult
    func section(_ menu: Menu, _ label: String? = nil) -> Self {
        g_menu_append_section(opaque, label, menu.typed())
        return self
    }

    @discardableResult
    func submenu(_ label: String, _ menu: Menu) -> Self {
        g_menu_append_submenu(opaque, label, menu.typed())
        return self
    }

    func removeAll() { g_menu_remove_all(opaque) }
}

/// A named action for menus, buttons and keys.
final class Action: Object {
    /// Creates an action without a state.
    init(_ name: String) {
        super.init(consuming: g_simple_action_new(name, nil).map { UnsafeMutableRawPointer($0) })
    }

    /// Creates an action whose state is one of several texts.
    init(_ name: String, text: String) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = g_simple_action_new_stateful(name, type, g_variant_new_string(text))
        super.init(consuming: action.map { UnsafeMutableRawPointer($0) })
    }

    /// Creates an action that is on or off.
    init(_ name: String, isOn: Bool) {
        let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
        super.init(consuming: action.map { UnsafeMutableRawPointer($0) })
    }

    var isEnabled = true {
        didSet { if isEnabled != oldValue { g_simple_action_set_enabled(opaque, isEnabled ? 1 : 0) } }
    }

    func setState(_ text: String) { g_simple_action_set_state(opaque, g_variant_new_string(text)) }
    func setState(_ isOn: Bool) { g_simple_action_set_state(opaque, g_variant_new_boolean(isOn ? 1 : 0)) }

    func onActivate(_ body: @escaping () -> Void) { on("activate") { _ in body() } }

    func onText(_ body: @escaping (String) -> Void) {
        on("activate") { arguments in
            guard let variant = arguments.variant(1), let text = g_variant_get_string(variant, nil) else { return }
            body(String(cString: text))
        }
    }
}
