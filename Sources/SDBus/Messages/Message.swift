import CSystemd

/// An owned reference to an sd_bus_message.
struct Message: ~Copyable {
    let raw: OpaquePointer

    /// Takes ownership of the caller's reference.
    init(consuming raw: OpaquePointer) {
        self.raw = raw
    }

    /// Retains a separate reference.
    init(borrowing raw: OpaquePointer) {
        self.raw = sd_bus_message_ref(raw)
    }

    deinit {
        sd_bus_message_unref(raw)
    }

    /// Creates the message that `make` stores in its argument; `make` is one of the sd_bus_message_new functions.
    init(_ action: String, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(BusError) {
        var made: OpaquePointer?
        let result = make(&made)
        guard result >= 0, let made else { throw BusError(errno: result, action) }
        raw = made
    }

    var path: String { Self.text(sd_bus_message_get_path(raw)) ?? "" }
    var interface: String { Self.text(sd_bus_message_get_interface(raw)) ?? "" }
    var member: String { Self.text(sd_bus_message_get_member(raw)) ?? "" }
    var sender: String? { Self.text(sd_bus_message_get_sender(raw)) }

    /// The types of all written values, or of all values that the peer sent.
    var signature: String { Self.text(sd_bus_message_get_signature(raw, 1)) ?? "" }

    /// The error that this message carries; nil for any other message.
    var error: BusError? {
        guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
        return BusError(name: String(cString: name), message: Self.text(error.pointee.message) ?? "")
    }

    /// Sends the message on the connection for which it was created.
    func send(_ action: String) throws(BusError) {
        let result = sd_bus_send(nil, raw, nil)
        guard result >= 0 else { throw BusError(errno: result, action) }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
