import CAdwaita

/// A GTK widget, retained while the program uses it.
class Widget: Object {
    typealias Pointer = UnsafeMutablePointer<GtkWidget>

    /// Adopts the floating reference of a new widget. A window, or a widget already in use, belongs to others; this
    /// object then takes a separate reference.
    init(_ widget: Pointer?) {
        super.init(borrowing: widget.map { UnsafeMutableRawPointer($0) })
    }

    init(_ object: UnsafeMutablePointer<GObject>?) {
        super.init(borrowing: object.map { UnsafeMutableRawPointer($0) })
    }

    var widget: Pointer { typed() }

    var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    /// Sets the widget's name for screen readers.
    func setName(_ name: String) { Self.setName(name, of: widget) }

    /// Sets the name of a widget that GTK owns. A new row of a list is floating while it is bound (GTK 4.18, not 4.8),
    /// and would end with an object that adopts it for a moment.
    static func setName(_ name: String, of widget: Pointer) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, .string(name), of: widget)
    }

    func setAccessible(_ property: GtkAccessibleProperty, _ value: Value) {
        Self.setAccessible(property, value, of: widget)
    }

    private static func setAccessible(_ property: GtkAccessibleProperty, _ value: Value, of widget: Pointer) {
        var property = property
        value.withRaw { gtk_accessible_update_property_value(OpaquePointer(widget), 1, &property, $0) }
    }

    @discardableResult
    func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(widget, name) }
        return self
    }

    func setStyle(_ name: String, _ isOn: Bool) {
        if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    @discardableResult
    func expanding(horizontally: Bool = false, vertically: Bool = false) -> Self {
        gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
        return self
    }

    @discardableResult
    func aligned(_ horizontal: GtkAlign? = nil, _ vertical: GtkAlign? = nil) -> Self {
        if let horizontal { gtk_widget_set_halign(widget, horizontal) }
        if let vertical { gtk_widget_set_valign(widget, vertical) }
        return self
    }

    @discardableResult
    func margins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) -> Self {
        gtk_widget_set_margin_top(widget, gint(top))
        gtk_widget_set_margin_bottom(widget, gint(bottom))
        gtk_widget_set_margin_start(widget, gint(start))
        gtk_widget_set_margin_end(widget, gint(end))
        return self
    }

    /// Lays out the widget and its descendants from left to right in every language, as is usual for time axes and
    /// transport controls. GTK does not pass the direction on to descendants.
    @discardableResult
    func leftToRight() -> Self {
        Self.turn(widget)
        return self
    }

    private static func turn(_ widget: Pointer) {
        gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
        children(of: widget).forEach(turn)
    }

    /// Returns the children of a widget, in their order.
    static func children(of widget: Pointer) -> [Pointer] {
        Array(
            sequence(state: gtk_widget_get_first_child(widget)) { next in
                defer { next = next.flatMap { gtk_widget_get_next_sibling($0) } }
                return next
            })
    }

    /// Returns the event controllers of this type that belong to a widget.
    static func controllers(of widget: Pointer, type: GType) -> [OpaquePointer] {
        let list = Object(consuming: gtk_widget_observe_controllers(widget).map { UnsafeMutableRawPointer($0) })
        return (0..<g_list_model_get_n_items(list.opaque)).compactMap { index in
            guard let item = g_list_model_get_item(list.opaque, index) else { return nil }
            // The widget keeps its controllers.
            defer { g_object_unref(item) }
            let isWanted = g_type_check_instance_is_a(item.assumingMemoryBound(to: GTypeInstance.self), type) != 0
            return isWanted ? OpaquePointer(item) : nil
        }
    }

    /// Switches off the event controllers of this type that GTK has given the widget.
    func switchOff(_ type: GType) {
        for controller in Self.controllers(of: widget, type: type) {
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE)
        }
    }

    /// Sets the action of a button or row.
    @discardableResult
    func action(_ name: String, _ target: String? = nil) -> Self {
        gtk_actionable_set_detailed_action_name(opaque, target.map { "\(name)::\($0)" } ?? name)
        return self
    }

    func add(_ controller: Controller) {
        // The widget adopts a reference; the controller keeps its own.
        g_object_ref(controller.pointer)
        gtk_widget_add_controller(widget, controller.opaque)
    }

    /// True if this widget or a descendant has the keyboard focus.
    var hasFocusInside: Bool {
        guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else { return false }
        return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
    }

    func focus() { gtk_widget_grab_focus(widget) }

    /// Leaves the window without a focus if this widget or a descendant has it. Call before the widget is hidden or
    /// removed: its parents would remember it, and Tab would no longer lead to any of them.
    func releaseFocus() {
        if hasFocusInside, let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, nil) }
    }

    /// Moves the focus as if this widget did not exist. Returns false if there is nothing else to focus. For Tab in a
    /// list, where GTK would visit every row.
    func leave(_ direction: GtkDirectionType) -> Bool {
        guard let root = gtk_widget_get_root(widget).map({ UnsafeMutableRawPointer($0) }) else { return false }
        gtk_widget_set_can_focus(widget, 0)
        defer { gtk_widget_set_can_focus(widget, 1) }
        return gtk_widget_child_focus(root.assumingMemoryBound(to: GtkWidget.self), direction) != 0
    }
}

/// An event controller for keys, the pointer or drags over a widget.
class Controller: Object {
    init(_ controller: OpaquePointer?) {
        super.init(consuming: controller.map { UnsafeMutableRawPointer($0) })
    }
}
