import CGStreamer
import EventLoop

/// A pipeline whose changes of state nobody waits for. An element may read a source that does not answer, or may never
/// come to an end; then it costs only the thread that it runs in.
final class DetachedPipeline: Sendable {
    let element: Element
    let bus: BusReference
    private let isClosed = Locked(false)

    /// Takes over a floating reference.
    init(sinking pointer: UnsafeMutablePointer<GstElement>) {
        element = Element(sinking: pointer)
        guard let bus = gst_element_get_bus(pointer) else { preconditionFailure("a pipeline has a bus") }
        self.bus = BusReference(bus)
        gst_object_unref(bus)
    }

    /// Goes to PAUSED in the background; ASYNC_DONE on the bus says that the first buffer is there.
    func start() {
        element.performInBackground { [self] in
            isClosed.withLock { isClosed in
                // The pipeline may have been closed before the thread got here.
                if !isClosed { element.setState(GST_STATE_PAUSED) }
            }
        }
    }

    /// Lets go of everything in the background, and calls `completion` there when that is done, which may be never.
    func close(_ completion: @escaping @Sendable () -> Void = {}) {
        element.performInBackground { [self] in
            isClosed.withLock { isClosed in
                isClosed = true
                element.tearDown()
            }
            // Tags may be as large as somebody liked.
            ProcessMemory.releaseFreeHeap()
            completion()
        }
    }
}
