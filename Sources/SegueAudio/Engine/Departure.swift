import EventLoop

/// The wait for silence before a program ends.
final class Departure {
    /// The time limit for a sound server, in nanoseconds.
    private static let patience: Int64 = 300_000_000

    private var completion: (() -> Void)?
    private var limit: Deadline?

    /// Calls `completion` with the next `end`, or when the time is over.
    func begin(on loop: EventLoop, _ completion: @escaping () -> Void) {
        self.completion = completion
        limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [weak self] in self?.end() }
    }

    /// Ends the wait. Does nothing if there is none.
    func end() {
        limit?.cancel()
        limit = nil
        let completion = completion
        self.completion = nil
        completion?()
    }
}
