import CAdwaita

/// A text that cannot be edited.
final class Label: Widget {
    /// Creates the label. With one line, the text is truncated if there is no room; otherwise it wraps.
    init(_ text: String = "", lines: Int = 1) {
        super.init(gtk_label_new(text))
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        if lines > 1 {
            gtk_label_set_wrap(opaque, 1)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_lines(opaque, gint(lines))
            // Otherwise a text may wrap where there is room for it.
            gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        }
        self.text = text
    }

    var text = "" {
        didSet { if text != oldValue { gtk_label_set_text(opaque, text) } }
    }

    @discardableResult
    func xAligned(_ place: Float) -> Self {
        gtk_label_set_xalign(opaque, place)
        return self
    }

    @discardableResult
    func centered() -> Self {
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
    }
}

/// An icon, identified by its name.
final class Image: Widget {
    init(icon: String) {
        super.init(gtk_image_new_from_icon_name(icon))
    }

    var icon = "" {
        didSet { if icon != oldValue { gtk_image_set_from_icon_name(opaque, icon) } }
    }
}

/// A button with an icon, or with a text.
class Button: Widget {
    /// Creates a button with an icon. The name is the tooltip and the name for screen readers.
    init(icon: String, name: String) {
        super.init(gtk_button_new_from_icon_name(icon))
        self.icon = icon
        rename(name)
    }

    /// Creates a button with a text, in which an underscore precedes the mnemonic. With GTK's own label, a screen
    /// reader would read the text twice, once with the underscore.
    init(text: String) {
        super.init(gtk_button_new())
        gtk_button_set_child(typed(), gtk_label_new_with_mnemonic(text))
        setName(String(text.filter { $0 != "_" }))
    }

    /// Creates a button with any content. The name is the tooltip and the name for screen readers.
    init(_ content: Widget, name: String) {
        super.init(gtk_button_new())
        gtk_button_set_child(typed(), content.widget)
        rename(name)
    }

    fileprivate init(button: Pointer?, name: String) {
        super.init(button)
        rename(name)
    }

    func rename(_ name: String) {
        tooltip = name
        setName(name)
    }

    var icon = "" {
        didSet { if icon != oldValue { gtk_button_set_icon_name(typed(), icon) } }
    }

    /// Returns true if the icon theme has this icon.
    func knowsIcon(_ name: String) -> Bool {
        gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)), name) != 0
    }

    func onClick(_ body: @escaping () -> Void) { on("clicked") { _ in body() } }
}

/// A button that stays pressed.
final class ToggleButton: Button {
    override init(icon: String, name: String) {
        super.init(button: gtk_toggle_button_new(), name: name)
        self.icon = icon
        gtk_button_set_icon_name(typed(), icon)
    }

    var isActive: Bool {
        get { gtk_toggle_button_get_active(typed()) != 0 }
        set { silently { gtk_toggle_button_set_active(typed(), newValue ? 1 : 0) } }
    }
}

/// A button that opens a menu or a popover.
final class MenuButton: Widget {
    init(icon: String, name: String) {
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        tooltip = name
        setName(name)
    }

    private var menu: Menu?
    private var popover: Object?
    private var opening: (() -> Void)?

    /// Sets the closure that creates the menu when it first opens.
    func setMenu(_ make: @escaping () -> Menu) {
        beforeOpening { [weak self] in
            guard let self else { return }
            if menu == nil {
                let made = make()
                menu = made
                gtk_menu_button_set_menu_model(opaque, made.typed())
                followPopover()
            }
            opening?()
        }
    }

    /// Names the items of the menu, and restores the focus when the menu closes. GTK leaves the focus on an item of a
    /// submenu, where keys have no effect.
    private func followPopover() {
        guard let opened = gtk_menu_button_get_popover(opaque) else { return }
        let popover = Object(borrowing: UnsafeMutableRawPointer(opened))
        MenuNames.keep(in: popover)
        popover.on("closed") { [weak self] _ in
            if let self, hasFocusInside { focus() }
        }
        self.popover = popover
    }

    /// Names the items that were added since the menu opened, and focuses the first item if the menu opened without
    /// any. Does nothing before the menu opens for the first time.
    func itemsChanged() {
        guard let popover else { return }
        MenuNames.nameItems(below: popover.typed())
        if gtk_widget_get_mapped(popover.typed()) != 0 { MenuNames.focusItem(below: popover.typed()) }
    }

    /// Calls `body` each time before the menu opens.
    func onOpen(_ body: @escaping () -> Void) { opening = body }

    private func beforeOpening(_ body: @escaping () -> Void) {
        gtk_menu_button_set_create_popup_func(
            opaque,
            { _, box in
                guard let box else { return }
                Unmanaged<Opening>.fromOpaque(box).takeUnretainedValue().body()
            }, Unmanaged.passRetained(Opening(body)).toOpaque(),
            { box in
                guard let box else { return }
                Unmanaged<Opening>.fromOpaque(box).release()
            })
    }

    private final class Opening {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }

    func setPopover(_ popover: Widget) { gtk_menu_button_set_popover(opaque, popover.widget) }

    var icon = "" {
        didSet { if icon != oldValue { gtk_menu_button_set_icon_name(opaque, icon) } }
    }
}

/// A slider. While held, the slider ignores values of the program, and reports the chosen value at intervals and on
/// release.
final class Scale: Widget {
    /// The interval between two reports while held, in milliseconds.
    private static let pause = 100

    private let hold = HoldController()
    private var wished: Double?
    private var later: Later?
    /// True if the held value has become obsolete. Nothing is reported until the release.
    private var isStale = false
    private var described = ""

    init(_ orientation: GtkOrientation = GTK_ORIENTATION_HORIZONTAL, maximum: Double, step: Double, page: Double) {
        super.init(gtk_scale_new_with_range(orientation, 0, maximum, step))
        gtk_range_set_increments(typed(), step, page)
        gtk_scale_set_draw_value(typed(), 0)
        add(hold)
        on("unmap") { [hold] _ in hold.letGo() }
    }

    var value: Double {
        get { gtk_range_get_value(typed()) }
        set {
            guard !hold.isHeld || isStale else { return }
            silently { gtk_range_set_value(typed(), newValue) }
        }
    }

    /// Sets the text that screen readers read for the value.
    func describe(_ value: String) {
        guard value != described else { return }
        described = value
        setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, .string(value))
    }

    func setMaximum(_ maximum: Double) {
        silently { gtk_range_set_range(typed(), 0, max(maximum, 0.001)) }
    }

    /// Discards the value being chosen, because the slider now represents something else.
    func forgetWish() {
        wished = nil
        later = nil
        isStale = hold.isHeld
    }

    /// Calls `body` with each value that a person chooses.
    func onWish(_ body: @escaping (Double) -> Void) {
        onAsking("change-value") { [weak self] arguments in
            guard let self, !isStale else { return true }
            wish(arguments.double(2), body)
            return false
        }
        hold.onRelease { [weak self] in
            self?.isStale = false
            self?.send(body)
        }
    }

    private func wish(_ value: Double, _ body: @escaping (Double) -> Void) {
        guard hold.isHeld else { return body(value) }
        wished = value
        guard later?.isPending != true else { return }
        later = Later(milliseconds: Self.pause) { [weak self] in self?.send(body) }
    }

    private func send(_ body: (Double) -> Void) {
        later = nil
        guard let wished else { return }
        self.wished = nil
        body(wished)
    }
}
