import CGStreamer
import EventLoop

/// A pipeline's bus as a source of the loop: messages are popped there, never in a GLib main loop.
///
/// Most messages of elements are of no use here. Such a message is dropped in the thread that posts it, and does not
/// wake the loop.
final class BusWatch: EventSource {
    typealias Handler = (UnsafeMutablePointer<GstMessage>) -> Void

    private let bus: UnsafeMutablePointer<GstBus>
    private let handler: Handler
    private let descriptor: Int32

    /// Watches the bus of `pipeline`.
    init(pipeline: Element, handler: @escaping Handler) {
        guard let bus = gst_element_get_bus(pipeline.pointer) else { preconditionFailure("a pipeline has a bus") }
        self.bus = bus
        self.handler = handler
        var poll = GPollFD()
        gst_bus_get_pollfd(bus, &poll)
        descriptor = poll.fd
        gst_bus_set_sync_handler(
            bus,
            { _, message, _ in
                guard let message else { return GST_BUS_PASS }
                if segue_message_type(message) == GST_MESSAGE_ERROR { ErrorMark.set(on: message) }
                if BusWatch.isWanted(message) { return GST_BUS_PASS }
                gst_mini_object_unref(segue_message_mini_object(message))
                return GST_BUS_DROP
            }, nil, nil)
    }

    deinit {
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
    }

    func interest() -> (descriptor: Int32, events: Int16)? { (descriptor, Int16(G_IO_IN.rawValue)) }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {
        while let message = gst_bus_pop(bus) {
            handler(message)
            gst_mini_object_unref(segue_message_mini_object(message))
        }
    }

    private static func isWanted(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        switch segue_message_type(message) {
        case GST_MESSAGE_ERROR, GST_MESSAGE_EOS, GST_MESSAGE_BUFFERING, GST_MESSAGE_DURATION_CHANGED: true
        case GST_MESSAGE_ELEMENT: ServerAnswer.isCircle(message)
        default: false
        }
    }
}
