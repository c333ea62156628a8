import CGStreamer
import EventLoop

/// A pipeline whose state changes do not block the caller. An element may read a source that does not answer, or may
/// never end; then it costs only the thread that it runs in.
final class DetachedPipeline: Sendable {
    let element: Element
    let bus: BusReference
    private let isClosed = Locked(false)

    /// Takes ownership of a floating reference.
    init(sinking pointer: UnsafeMutablePointer<GstElement>) {
        element = Element(sinking: pointer)
        guard let bus = gst_element_get_bus(pointer) else { preconditionFailure("a pipeline has a bus") }
        self.bus = BusReference(bus)
        gst_object_unref(bus)
    }

    /// Changes to PAUSED in the background; ASYNC_DONE on the bus reports the first buffer.
    func start() {
        element.performInBackground { [self] in
            isClosed.withLock { isClosed in
                // The pipeline may have been closed before this work started.
                if !isClosed { element.setState(GST_STATE_PAUSED) }
            }
        }
    }

    /// Releases everything in the background, and then calls `completion` there; this may never happen.
    func close(_ completion: @escaping @Sendable () -> Void = {}) {
        element.performInBackground { [self] in
            isClosed.withLock { isClosed in
                isClosed = true
                element.tearDown()
            }
            // Tags may be of any size.
            ProcessMemory.releaseFreeHeap()
            completion()
        }
    }
}
