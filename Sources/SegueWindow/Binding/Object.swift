import CAdwaita

/// Owns one reference to a GObject, and the signal handlers that were connected through it.
///
/// The handlers are disconnected before the reference is given back: none of them runs once its owner is gone, however
/// long the toolkit keeps the object itself.
class Object {
    let pointer: UnsafeMutableRawPointer
    private var handlers: [gulong] = []

    /// Takes over the caller's reference.
    init(consuming pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { preconditionFailure("GTK made no object") }
        self.pointer = pointer
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
    }

    /// Takes a reference of its own, or takes over the floating one of a new object.
    init(borrowing pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { preconditionFailure("GTK has no such object") }
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    deinit {
        for handler in handlers { g_signal_handler_disconnect(pointer, handler) }
        g_object_unref(pointer)
    }

    /// The object as a C type whose fields Swift sees.
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

    /// The same, for signals that ask whether they have been dealt with.
    func onAsking(_ signal: String, _ body: @escaping (SignalArguments) -> Bool) {
        connect(signal) { arguments, answer in
            if let answer { g_value_set_boolean(answer, body(arguments) ? 1 : 0) }
        }
    }

    /// The same, for signals that ask for a number.
    func onNumber(_ signal: String, _ body: @escaping (SignalArguments) -> Int) {
        connect(signal) { arguments, answer in
            if let answer { g_value_set_int(answer, gint(body(arguments))) }
        }
    }

    /// The same, for signals that ask for an object, whose reference GTK takes over.
    func onRequest(_ signal: String, _ body: @escaping (SignalArguments) -> Object?) {
        connect(signal) { arguments, answer in
            guard let answer, let object = body(arguments) else { return }
            withExtendedLifetime(object) { g_value_set_object(answer, object.pointer) }
        }
    }

    /// Calls `body` when the property has changed.
    func onChange(of property: String, _ body: @escaping () -> Void) {
        on("notify::\(property)") { _ in body() }
    }

    private func connect(_ signal: String, _ body: @escaping SignalClosure.Body) {
        handlers.append(g_signal_connect_closure(pointer, signal, SignalClosure.make(body), 0))
    }

    /// Runs `body` with all handlers blocked that were connected through this object: what the program sets itself
    /// is no wish of the person in front of it.
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
