import CSystemd

/// A published interface or a subscription, which stays in force on its bus while this object lives. Confined to the
/// loop's thread, its release included.
public final class Slot {
    private var raw: OpaquePointer?

    /// Takes over the caller's reference. `context` is what the slot's callbacks get as userdata, retained once for the
    /// slot.
    init(consuming raw: OpaquePointer) {
        self.raw = raw
        // Not at `close`, because sd-bus keeps a slot while its callback is running.
        sd_bus_slot_set_destroy_callback(raw) { context in
            guard let context else { return }
            Unmanaged<AnyObject>.fromOpaque(context).release()
        }
    }

    deinit {
        close()
    }

    /// Withdraws the interface or the subscription. Does nothing the second time. May be called from the slot's own
    /// callback.
    public func close() {
        guard let raw else { return }
        self.raw = nil
        sd_bus_slot_unref(raw)
    }
}
