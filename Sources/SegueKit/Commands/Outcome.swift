import EventLoop

/// A value that a callback will provide, for one task that waits for it.
///
/// The waiting task resumes in the isolation of its caller. The standard library's streams would move it to a thread of
/// a pool. The timer of that pool then wakes once a second for as long as the process lives.
final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case settled(Value?)
    }

    private let state = Locked(State.open)

    /// Settles the outcome; nil for a value that will not come. Only the first call has an effect. From any thread.
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

    /// Waits for the value; may be called only once. Nil if no value came, or if the task was cancelled first.
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
