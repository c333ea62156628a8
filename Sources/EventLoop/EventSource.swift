/// An object served by the loop: it waits for a descriptor, a time, or both.
///
/// All three methods are called on the loop's thread. `interest` and `deadline` are called before each poll, so the
/// results may change at any time. Both must be quick, and neither may add or remove sources.
public protocol EventSource: AnyObject {
    /// Returns the descriptor to wait on and the poll(2) events wanted; nil if there is no descriptor now. POLLERR and
    /// POLLHUP are reported whether they are wanted or not.
    func interest() -> (descriptor: Int32, events: Int16)?

    /// Returns the time at which `process` is to be called even without an event; nil for never. A time that has passed
    /// means immediately.
    func deadline() -> MonotonicTime?

    /// Handles `events` of the descriptor (0 if there are none), or the deadline that has been reached.
    func process(events: Int16)
}
