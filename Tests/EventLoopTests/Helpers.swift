import EventLoop
import Glibc
import Synchronization

/// A log of words in the order in which they were appended, from any thread.
final class Log: Sendable {
    private let state = Locked<[String]>([])

    var entries: [String] { state.withLock { $0 } }

    func append(_ entry: String) {
        state.withLock { $0.append(entry) }
    }
}

/// A counter of the loop's turns: a source is queried once before each poll. May be read from any thread.
final class TurnCounter: EventSource, Sendable {
    let count = Atomic(0)

    func interest() -> (descriptor: Int32, events: Int16)? {
        count.add(1, ordering: .relaxed)
        return nil
    }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) {}
}

/// The numbers of each producer's work, in the order of arrival.
final class Arrivals: Sendable {
    private let state: Locked<[[Int]]>

    init(producers: Int) {
        state = Locked(Array(repeating: [], count: producers))
    }

    var byProducer: [[Int]] { state.withLock { $0 } }

    /// Records an arrival, and returns the number of arrivals so far.
    func note(_ number: Int, from producer: Int) -> Int {
        state.withLock { state in
            state[producer].append(number)
            return state.reduce(0) { $0 + $1.count }
        }
    }
}

/// Starts a thread that does not belong to Swift's pool.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, start.toOpaque())
    precondition(code == 0, "no thread")
    pthread_detach(thread)
}
