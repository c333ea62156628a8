import CAdwaita

/// An owner of one reference to a GObject, and of the signal handlers connected through it.
///
/// The handlers are disconnected before the reference is released. No handler runs after its owner is deallocated,
/// however long the toolkit keeps the GObject.
class Object {
    let pointer: UnsafeMutableRawPointer
    private var handlers: [gulong] = []

    /// Adopts the caller's reference.
    init(consuming pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { preconditionFailure("GTK made no object") }
        self.pointer = pointer
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
    }

    /// Takes a separate reference, or adopts the floating reference of a new object.
    init(borrowing pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { preconditionFailure("GTK has no such object") }
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    deinit {
        for handler in handlers { g_signal_handler_disconnect(pointer, handler) }
        g_object_unref(pointer)
    }

    /// Returns the object as a C type whose fields are visible to Swift.
    func typed<Type>(_: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        pointer.assumingMemoryBound(to: Type.self)
    }

    /// The object as a C type whose fields are hidden.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    // MARK: - Signals

    /// Calls `body` for each signal until this object is released.
    func on(_ signal: String, _ body: @escaping (SignalArguments) -> Void) {
        connect(signal) { arguments, _ in body(arguments) }
    }

    /// Calls `body` for each signal that expects a Boolean: true if the signal was handled.
    func onAsking(_ signal: String, _ body: @escaping (SignalArguments) -> Bool) {
        connect(signal) { arguments, answer in
            if let answer { g_value_set_boolean(answer, body(arguments) ? 1 : 0) }
        }
    }

    /// Calls `body` for each signal that expects a number.
    func onNumber(_ signal: String, _ body: @escaping (SignalArguments) -> Int) {
        connect(signal) { arguments, answer in
            if let answer { g_value_set_int(answer, gint(body(arguments))) }
        }
    }

    /// Calls `body` for each signal that expects flags.
    func onFlags(_ signal: String, _ body: @escaping (SignalArguments) -> UInt32) {
        connect(signal) { arguments, answer in
            if let answer { g_value_set_flags(answer, guint(body(arguments))) }
        }
    }

    /// Calls `body` for each signal that expects an object, whose reference GTK adopts.
    func onRequest(_ signal: String, _ body: @escaping (SignalArguments) -> Object?) {
        connect(signal) { arguments, answer in
            guard let answer, let object = body(arguments) else { return }
            withExtendedLifetime(object) { g_value_set_object(answer, object.pointer) }
        }
    }

    /// Calls `body` when the property changes.
    func onChange(of property: String, _ body: @escaping () -> Void) {
        on("notify::\(property)") { _ in body() }
    }

    private func connect(_ signal: String, _ body: @escaping SignalClosure.Body) {
        handlers.append(g_signal_connect_closure(pointer, signal, SignalClosure.make(body), 0))
    }

    /// Runs `body` while all handlers connected through this object are blocked, because a value set by the program is
    /// not a request of the person.
    func silently(_ body: () -> Void) {
        for handler in handlers { g_signal_handler_block(pointer, handler) }
        body()
        for handler in handlers { g_signal_handler_unblock(pointer, handler) }
    }

    // MARK: - Properties

    func set(_ property: String, _ value: Value) {
        value.withRaw { g_object_set_property(typed(), property, $0) }
    }
}
