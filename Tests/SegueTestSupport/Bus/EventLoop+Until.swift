public import EventLoop

extension EventLoop {
    /// Runs the loop on this thread until `condition` holds; the condition is checked once per turn. False if it does
    /// not hold within a minute: that is longer than any test takes, and ends a test that would hang.
    public func run(until condition: @escaping () -> Bool) -> Bool {
        let watch = ConditionSource(loop: self, condition: condition)
        let limit = schedule(at: MonotonicTime.now.advanced(byNanoseconds: 60_000_000_000)) { [self] in stop() }
        add(watch)
        run()
        remove(watch)
        limit.cancel()
        return watch.holds
    }
}

/// Stops the loop in the first turn in which the condition holds. Causes no wake-ups.
private final class ConditionSource: EventSource {
    private let loop: EventLoop
    private let condition: () -> Bool
    private(set) var holds = false

    init(loop: EventLoop, condition: @escaping () -> Bool) {
        self.loop = loop
        self.condition = condition
    }

    func interest() -> (descriptor: Int32, events: Int16)? {
        if !holds, condition() {
            holds = true
            loop.stop()
        }
        return nil
    }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {}
}
