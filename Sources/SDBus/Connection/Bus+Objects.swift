import CSystemd
import Glibc

extension Bus {
    /// Serves `interface` at `path` until the slot is closed or released.
    /// - Throws: `invalidArguments` for names, signatures or a path that D-Bus does not allow, `failed` if the
    ///   interface exists already.
    public func publish(_ interface: InterfaceDefinition, at path: String) throws(BusError) -> Slot {
        checkConfinement()
        let raw = try connected()
        let published = PublishedInterface(interface, warn: weakWarn)
        let context = Unmanaged.passRetained(published)
        var slot: OpaquePointer?
        let result = sd_bus_add_object_vtable(
            raw, &slot, path, interface.name, published.vtable.rows, context.toOpaque())
        guard result >= 0, let slot else {
            context.release()
            throw BusError(errno: result, "Cannot publish \(interface.name) at \(path)")
        }
        return Slot(consuming: slot)
    }

    /// Sends a signal. The signal is sent before the reply of the method handler that calls this. A signal that can't
    /// be sent is reported to `onWarning`. Of the signals dropped because the peer does not read, only the first is
    /// reported. On a closed bus this does nothing.
    public func emit(_ signal: String, of interface: String, at path: String, _ arguments: [BusValue] = []) {
        checkConfinement()
        guard let raw else { return }
        let action = "Cannot send the signal \(interface).\(signal)"
        var queued: UInt64 = 0
        sd_bus_get_n_queued_write(raw, &queued)
        guard queued < Self.queuedMessagesAtMost else {
            if !isDroppingSignals { warn("\(action), and drop what follows: nobody reads from the connection.") }
            isDroppingSignals = true
            return
        }
        isDroppingSignals = false
        do throws(BusError) {
            let message = try Message(action) { made throws(Never) in
                sd_bus_message_new_signal(raw, made, path, interface, signal)
            }
            try MessageWriter(message: message.raw).append(arguments)
            try message.send(action)
        } catch {
            // The loss of the connection is about to be reported.
            if error.kind != .disconnected { warn(error.message) }
        }
    }

    /// Sends one PropertiesChanged with exactly these properties. Does nothing if both lists are empty; otherwise like
    /// `emit`.
    public func emitPropertiesChanged(
        of interface: String, at path: String, changed: [(String, BusValue)], invalidated: [String] = []
    ) {
        checkConfinement()
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        let entries = changed.map { BusValue.Entry(.string($0.0), .variant($0.1)) }
        emit(
            "PropertiesChanged", of: BusDaemon.properties, at: path,
            [.string(interface), .dictionary(key: "s", value: "v", entries), .strings(invalidated)])
    }
}
