import EventLoop

/// The value that a callback will give, for one task that waits for it.
///
/// Whoever waits goes on where it was: the standard library's streams would take it to a thread of its pool, whose
/// timer then wakes once a second for as long as the process lives.
final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case settled(Value?)
    }

    private let state = Locked(State.open)

    /// Settles the outcome; nil for a value that will not come. Only the first call counts. From any thread.
    func settle(_ value: Value?) {
        let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let continuation):
                state = .settled(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// True once there is a value, or none will come.
    var isSettled: Bool { state.withLock { if case .settled = $0 { true } else { false } } }

    /// Waits for the value; to be called once. Nil where no value came, or the task was cancelled first.
    func value(isolation: isolated (any Actor)? = #isolation) async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let settled: Value?? = state.withLock { state in
                    if case .settled(let value) = state { return .some(value) }
                    state = .awaited(continuation)
                    return .none
                }
                if let settled { continuation.resume(returning: settled) }
            }
        } onCancel: {
            settle(nil)
        }
    }
}
