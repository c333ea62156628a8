import CAdwaita

/// A text that cannot be edited.
final class Label: Widget {
    /// A text of one line is cut where there is no room, and otherwise goes on in the next line.
    init(_ text: String = "", lines: Int = 1) {
        super.init(gtk_label_new(text))
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        if lines > 1 {
            gtk_label_set_wrap(opaque, 1)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_lines(opaque, gint(lines))
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

/// An icon by its name.
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
    /// The name is what a screen reader says, and the tooltip.
    init(icon: String, name: String) {
        super.init(gtk_button_new_from_icon_name(icon))
        self.icon = icon
        rename(name)
    }

    /// The underscore is in front of the letter that presses the button. A screen reader would hear GTK's own label
    /// twice, with the underscore too.
    init(text: String) {
        super.init(gtk_button_new())
        gtk_button_set_child(typed(), gtk_label_new_with_mnemonic(text))
        setName(String(text.filter { $0 != "_" }))
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

    func onClick(_ body: @escaping () -> Void) { on("clicked") { _ in body() } }
}

/// A button that stays down.
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

    /// Has the menu made when it opens first.
    func setMenu(_ make: @escaping () -> Menu) {
        beforeOpening { [weak self] in
            guard let self else { return }
            if menu == nil {
                let made = make()
                menu = made
                gtk_menu_button_set_menu_model(opaque, made.typed())
                takeKeyboardBack()
            }
            opening?()
        }
    }

    /// Has the keyboard when the menu closes. GTK leaves it to an item of a submenu, where nobody hears it any more.
    private func takeKeyboardBack() {
        popover = gtk_menu_button_get_popover(opaque).map { Object(borrowing: UnsafeMutableRawPointer($0)) }
        popover?.on("closed") { [weak self] _ in
            if let self, hasFocusInside { focus() }
        }
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

/// A slider. While a person holds it, it stays where the person has it, and tells what is wished now and then, and
/// when it is let go.
final class Scale: Widget {
    /// How long a held slider waits between two wishes, in milliseconds.
    private static let pause = 100

    private let hold = HoldController()
    private var wished: Double?
    private var later: Later?
    /// Whether what is held is no longer what it was: nothing is asked for until it is let go.
    private var isStale = false

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

    func setMaximum(_ maximum: Double) {
        silently { gtk_range_set_range(typed(), 0, max(maximum, 0.001)) }
    }

    /// What the slider stands for has become something else: a value that is being chosen says nothing about it.
    func forgetWish() {
        wished = nil
        later = nil
        isStale = hold.isHeld
    }

    /// Calls `body` with each value that a person asks for.
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
