import CGStreamer

/// A pipeline's bus, for posting from any thread.
final class BusReference: @unchecked Sendable {
    // @unchecked: a GstBus may be used from any thread, and this object holds a reference to it.
    let pointer: UnsafeMutablePointer<GstBus>

    init(_ bus: UnsafeMutablePointer<GstBus>) {
        pointer = bus
        gst_object_ref(bus)
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// Wakes the thread that waits for a message.
    func interrupt() {
        gst_bus_post(pointer, gst_message_new_application(nil, gst_structure_new_empty("interrupt")))
    }
}
