import CLinux
import Glibc

/// Unix signals as an ordinary source of the loop (signalfd(2)). The handler runs on the loop's thread, between other
/// work, and may do anything.
public final class SignalSource: EventSource {
    private let descriptor: Int32
    private let handler: (Int32) -> Void

    /// Blocks `signals` in the calling thread, and reads them from now on.
    ///
    /// Create the source on the main thread before any other thread is started. Threads inherit the mask, and a signal
    /// is delivered to any thread that does not block it. The signals stay blocked after the source is released. The
    /// handler is called with the signal's number; several signals of the same kind may arrive as one. Throws if the
    /// kernel grants no signalfd.
    public init(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(EventLoopError) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        let code = pthread_sigmask(SIG_BLOCK, &mask, nil)
        guard code == 0 else { throw EventLoopError(call: "pthread_sigmask", code: code) }
        descriptor = CLinux_signalfd(&mask)
        self.handler = handler
        guard descriptor >= 0 else { throw EventLoopError(call: "signalfd", code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    public func interest() -> (descriptor: Int32, events: Int16)? {
        (descriptor, Int16(POLLIN))
    }

    public func deadline() -> MonotonicTime? { nil }

    public func process(events: Int16) {
        while true {
            let signal = CLinux_signalfd_read(descriptor)
            guard signal > 0 else { return }
            handler(signal)
        }
    }
}
