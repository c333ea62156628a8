import CLinux
import Glibc

/// Work from any thread on its way to the loop, and the eventfd that ends the loop's sleep.
///
/// The eventfd is written only while the loop sleeps, and once per sleep. So work that the loop hands to itself, and
/// all of a burst but its first item, costs no system call.
final class Inbox: Sendable {
    enum Item {
        case job(UnownedJob)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var items: [Item] = []
        var stopping = false
        var asleep = false
        var signalled = false
    }

    /// A drained buffer with more room than this is given back instead of being kept for the next burst.
    private static let keptCapacity = 1024

    private let state = Locked(State())
    let descriptor: Int32

    init() throws(EventLoopError) {
        descriptor = CLinux_eventfd()
        guard descriptor >= 0 else { throw EventLoopError(call: "eventfd", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    func append(_ item: Item) {
        state.withLock { state in
            state.items.append(item)
            wake(&state)
        }
    }

    func requestStop() {
        state.withLock { state in
            state.stopping = true
            wake(&state)
        }
    }

    /// Swaps what has arrived into `batch`, which is empty. True when a stop has been asked for; the request is then
    /// used up.
    func take(into batch: inout [Item]) -> Bool {
        if batch.capacity > Self.keptCapacity { batch = [] }
        return state.withLock { state in
            swap(&state.items, &batch)
            defer { state.stopping = false }
            return state.stopping
        }
    }

    /// The loop is about to poll. False when it must not wait, since something has arrived.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            guard state.items.isEmpty, !state.stopping else { return false }
            state.asleep = true
            return true
        }
    }

    /// The loop has polled.
    func wokeUp() {
        state.withLock { state in
            state.asleep = false
            guard state.signalled else { return }
            state.signalled = false
            var count: UInt64 = 0
            read(descriptor, &count, MemoryLayout<UInt64>.size)
        }
    }

    // Under the lock, so that `wokeUp` never misses a write that is still to come, which would be one wake-up too many
    // later.
    private func wake(_ state: inout State) {
        guard state.asleep, !state.signalled else { return }
        state.signalled = true
        var one: UInt64 = 1
        write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
