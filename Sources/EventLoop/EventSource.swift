/// Something that the loop waits for: a descriptor, a moment, or both.
///
/// All three methods are called on the loop's thread. `interest` and `deadline` are asked anew before each poll, so the
/// answers may change at any time on that thread. Both must be quick, and neither may add or remove sources.
public protocol EventSource: AnyObject {
    /// The descriptor to wait on and the poll(2) events wanted; nil when there is no descriptor now.
    /// POLLERR and POLLHUP are reported whether they are wanted or not.
    func interest() -> (descriptor: Int32, events: Int16)?

    /// When `process` is to be called even with no event; nil for never. A moment that has passed means at once.
    func deadline() -> MonotonicTime?

    /// The descriptor has `events` (0 when there are none), or the deadline has been reached.
    func process(events: Int16)
}
