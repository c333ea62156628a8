import CAdwaita

/// A drag gesture with the primary button: begin, updates and end.
final class DragGesture: Controller {
    init() {
        super.init(gtk_gesture_drag_new())
    }

    /// True while Alt is held. Valid in a callback of `onDrag`.
    var isAlt: Bool { gtk_event_controller_get_current_event_state(opaque).rawValue & GDK_ALT_MASK.rawValue != 0 }

    /// Connects the callbacks. `begin` receives the position of the pointer, `update` and `end` its offset from there.
    func onDrag(
        begin: @escaping (_ x: Double, _ y: Double) -> Void, update: @escaping (_ x: Double, _ y: Double) -> Void,
        end: @escaping (_ x: Double, _ y: Double) -> Void
    ) {
        on("drag-begin") { begin($0.double(1), $0.double(2)) }
        on("drag-update") { update($0.double(1), $0.double(2)) }
        on("drag-end") { end($0.double(1), $0.double(2)) }
    }
}

/// Observes whether a widget is held with a button or a finger, independently of the widget's own handling.
final class HoldController: Controller {
    private(set) var isHeld = false
    private var release: (() -> Void)?

    init() {
        super.init(gtk_event_controller_legacy_new())
        gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE)
        onAsking("event") { [weak self] _ in
            self?.follow()
            return false
        }
    }

    /// Calls `body` when the widget is released.
    func onRelease(_ body: @escaping () -> Void) { release = body }

    private func follow() {
        guard let event = gtk_event_controller_get_current_event(opaque) else { return }
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: isHeld = true
        case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_GRAB_BROKEN: letGo()
        default: break
        }
    }

    /// Ends the hold. Also called when the widget is unmapped, because no release follows.
    func letGo() {
        guard isHeld else { return }
        isHeld = false
        release?()
    }
}

/// A click gesture with one button.
final class ClickGesture: Controller {
    init(button: Int) {
        super.init(gtk_gesture_click_new())
        gtk_gesture_single_set_button(opaque, guint(button))
    }

    func onRelease(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
        on("released") { body($0.double(2), $0.double(3)) }
    }
}

/// A controller for the scroll wheel.
final class ScrollController: Controller {
    init() {
        let flags =
            GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE.rawValue
        super.init(gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: flags)))
    }

    /// Calls `body` with the steps. Down is positive.
    func onScroll(_ body: @escaping (_ steps: Double) -> Void) {
        onAsking("scroll") {
            body($0.double(2))
            return true
        }
    }
}

/// A long press with a finger.
final class LongPressGesture: Controller {
    init() {
        super.init(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(opaque, 1)
    }

    func onPress(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
        on("pressed") { body($0.double(1), $0.double(2)) }
    }
}

/// A controller for the pointer's position.
final class MotionController: Controller {
    init() {
        super.init(gtk_event_controller_motion_new())
    }

    func onMotion(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
        on("motion") { body($0.double(1), $0.double(2)) }
    }

    func onLeave(_ body: @escaping () -> Void) { on("leave") { _ in body() } }
}

/// A key press with its modifiers.
struct KeyPress {
    var key: Int
    var modifiers: UInt32

    var isAlt: Bool { modifiers & GDK_ALT_MASK.rawValue != 0 }
    var isPlain: Bool { modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 }
    /// The direction in which Tab moves the focus; nil for other keys.
    var tabDirection: GtkDirectionType? {
        switch key {
        case Int(GDK_KEY_Tab) where isPlain: GTK_DIR_TAB_FORWARD
        case Int(GDK_KEY_ISO_Left_Tab) where isPlain: GTK_DIR_TAB_BACKWARD
        default: nil
        }
    }
    /// The text that the key types, if it is visible.
    var text: String? {
        let code = gdk_keyval_to_unicode(guint(key))
        guard isPlain, g_unichar_isgraph(code) != 0, let scalar = Unicode.Scalar(code) else { return nil }
        return String(Character(scalar))
    }
}

/// A controller for keys. Keys that `body` does not handle are propagated.
final class KeyController: Controller {
    /// Creates the controller. With `isFirst`, it receives keys before the widgets inside do.
    init(isFirst: Bool = false) {
        super.init(gtk_event_controller_key_new())
        if isFirst { gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE) }
    }

    func onPress(_ body: @escaping (KeyPress) -> Bool) {
        onAsking("key-pressed") { body(KeyPress(key: $0.unsigned(1), modifiers: $0.flags(3))) }
    }
}
