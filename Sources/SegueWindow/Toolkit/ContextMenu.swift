import CAdwaita

/// The menu of a widget, or of each row of a list. Opens on a secondary click, on a long press, and with the keys Menu
/// and Shift+F10.
final class ContextMenu {
    private let owner: Widget
    private let isList: Bool
    private let click = ClickGesture(button: 3)
    private let press = LongPressGesture()
    private let keys = KeyController()
    private let actions = Object(consuming: g_simple_action_group_new().map { UnsafeMutableRawPointer($0) })
    private var known: [Action] = []
    private var popover: Widget?
    private var opening: Later?
    private var closing: Later?

    /// Creates the menu of the widget, or of a row, which is a GTK widget; nil if there is none. The items are
    /// `context.NAME`.
    private let make: (_ row: Widget.Pointer) -> Menu?

    /// Creates the menu. `make` receives the row of the list or, without `isList`, the widget itself.
    init(_ owner: Widget, isList: Bool = true, _ make: @escaping (_ row: Widget.Pointer) -> Menu?) {
        self.owner = owner
        self.isList = isList
        self.make = make
        gtk_widget_insert_action_group(owner.widget, "context", actions.opaque)
        // A menu that opened while the button is down would receive its release. GTK would warn, and count the row as
        // pressed from then on.
        click.onRelease { [weak self] x, y in self?.open(x, y) }
        press.onPress { [weak self] x, y in self?.open(x, y) }
        keys.onPress { [weak self] in self?.key($0) ?? false }
        for controller in [click, press, keys] as [Controller] { owner.add(controller) }
    }

    deinit { remove() }

    /// Calls `body` when the item `context.NAME` is chosen.
    func add(_ name: String, _ body: @escaping () -> Void) {
        let action = Action(name)
        action.onActivate(body)
        known.append(action)
        g_action_map_add_action(actions.opaque, action.opaque)
    }

    private func key(_ press: KeyPress) -> Bool {
        let isMenu = press.key == Int(GDK_KEY_Menu)
        let isShiftF10 = press.key == Int(GDK_KEY_F10) && press.modifiers & GDK_SHIFT_MASK.rawValue != 0
        guard isMenu || isShiftF10, let root = gtk_widget_get_root(owner.widget),
            let row = row(of: gtk_root_get_focus(root))
        else { return false }
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(row, owner.widget, 0, 0, &x, &y)
        let size = (width: gtk_widget_get_width(row), height: gtk_widget_get_height(row))
        open(row, GdkRectangle(x: gint(x), y: gint(y), width: size.width, height: size.height))
        return true
    }

    private func open(_ x: Double, _ y: Double) {
        guard let row = row(of: gtk_widget_pick(owner.widget, x, y, GTK_PICK_DEFAULT)) else { return }
        open(row, GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1))
    }

    /// Returns the widget or row that has the menu, for a widget inside.
    private func row(of widget: Widget.Pointer?) -> Widget.Pointer? {
        guard isList else { return widget == owner.widget ? widget : nil }
        var found = widget
        while let current = found, let parent = gtk_widget_get_parent(current) {
            if parent == owner.widget { return current }
            found = parent
        }
        return nil
    }

    private func open(_ row: Widget.Pointer, _ place: GdkRectangle) {
        remove()
        guard let menu = make(row) else { return }
        let popover = Widget(gtk_popover_menu_new_from_model(menu.typed()))
        gtk_widget_set_parent(popover.widget, owner.widget)
        gtk_popover_set_has_arrow(popover.typed(), 0)
        var place = place
        gtk_popover_set_pointing_to(popover.typed(), &place)
        let former = gtk_widget_get_root(owner.widget).flatMap { gtk_root_get_focus($0) }.map { Widget($0) }
        MenuNames.keep(in: popover)
        popover.on("closed") { [weak self] _ in
            // Otherwise the first button of the window gets the focus.
            if let former, gtk_widget_get_mapped(former.widget) != 0 { former.focus() }
            // The chosen item acts after this signal, so the popover is removed later.
            self?.closing = Later(milliseconds: 0) { self?.remove() }
        }
        self.popover = popover
        // GTK 4.8 adds the separators of a new menu in idle time. A menu that is shown before would be too short.
        opening = Later(milliseconds: 0, priority: G_PRIORITY_DEFAULT_IDLE) { gtk_popover_popup(popover.typed()) }
    }

    private func remove() {
        // Otherwise the end of a previous menu would remove the one being opened.
        closing = nil
        opening = nil
        if let popover { gtk_widget_unparent(popover.widget) }
        popover = nil
    }
}
