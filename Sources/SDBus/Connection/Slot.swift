import CSystemd

/// A published interface or a subscription, which is in effect on its bus while this object exists. Confined to the
/// loop's thread, including its release.
public final class Slot {
    private var raw: OpaquePointer?

    /// Takes ownership of the caller's reference. `context` is the userdata of the slot's callbacks, retained once for
    /// the slot.
    init(consuming raw: OpaquePointer) {
        self.raw = raw
        // The context is not released in `close`, because sd-bus keeps a slot while its callback is running.
        sd_bus_slot_set_destroy_callback(raw) { context in
            guard let context else { return }
            Unmanaged<AnyObject>.fromOpaque(context).release()
        }
    }

    deinit {
        close()
    }

    /// Removes the interface or the subscription. Does nothing the second time. May be called from the slot's own
    /// callback.
    public func close() {
        guard let raw else { return }
        self.raw = nil
        sd_bus_slot_unref(raw)
    }
}
