import CLinux
import Glibc

/// The queue of work from any thread to the loop, with the eventfd that ends the loop's sleep.
///
/// The eventfd is written only while the loop sleeps, and once per sleep. Work that the loop enqueues itself, and all
/// items of a burst but the first, cost no system call.
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

    /// The maximum capacity of a drained buffer that is kept for the next burst; larger buffers are released.
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

    /// Swaps the arrived items into `batch`, which must be empty. Returns true if a stop was requested, and clears the
    /// request.
    func take(into batch: inout [Item]) -> Bool {
        if batch.capacity > Self.keptCapacity { batch = [] }
        return state.withLock { state in
            swap(&state.items, &batch)
            defer { state.stopping = false }
            return state.stopping
        }
    }

    /// Prepares for a poll. Returns false if the loop must not wait, because something has arrived.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            guard state.items.isEmpty, !state.stopping else { return false }
            state.asleep = true
            return true
        }
    }

    /// Records that the loop has polled.
    func wokeUp() {
        state.withLock { state in
            state.asleep = false
            guard state.signalled else { return }
            state.signalled = false
            var count: UInt64 = 0
            read(descriptor, &count, MemoryLayout<UInt64>.size)
        }
    }

    // Called under the lock, so that `wokeUp` never misses a pending write, which would cause an unneeded wake-up
    // later.
    private func wake(_ state: inout State) {
        guard state.asleep, !state.signalled else { return }
        state.signalled = true
        var one: UInt64 = 1
        write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
