import EventLoop

/// The last sign of progress in a search for files. May be used from any thread.
final class SearchProgress: Sendable {
    private let state = Locked<(place: String, time: MonotonicTime)?>(nil)

    /// The file or folder that the search has come to, and when; nil before the search has begun.
    var last: (place: String, time: MonotonicTime)? { state.withLock { $0 } }

    func note(_ place: String) {
        state.withLock { $0 = (place, .now) }
    }
}

/// Ends a search for files that makes no progress, because a file system that does not answer may hold its thread
/// forever.
///
/// Belongs to the loop's thread.
final class SearchWatch {
    private let loop: EventLoop
    private let progress: SearchProgress
    private let patience: Int64
    private let onStandstill: (String) -> Void
    private var deadline: Deadline?
    private var isOver = false

    /// The time without progress after which a search is abandoned, in nanoseconds.
    static let patience: Int64 = 10_000_000_000

    /// Calls `onStandstill` once, with the last place, if the search makes no progress for `patience` nanoseconds.
    init(
        on loop: EventLoop, _ progress: SearchProgress, patience: Int64 = SearchWatch.patience,
        onStandstill: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.progress = progress
        self.patience = patience
        self.onStandstill = onStandstill
    }

    func begin() {
        arm(at: MonotonicTime.now.advanced(byNanoseconds: patience))
    }

    /// Ends the watch. Returns false if the search stood still before.
    func end() -> Bool {
        defer { isOver = true }
        deadline?.cancel()
        return !isOver
    }

    private func arm(at time: MonotonicTime) {
        deadline = loop.schedule(at: time) { [self] in check() }
    }

    private func check() {
        // A search that has not begun waits for the searches before it.
        let end = (progress.last?.time ?? .now).advanced(byNanoseconds: patience)
        guard let last = progress.last, end <= .now else { return arm(at: end) }
        isOver = true
        onStandstill(last.place)
    }
}

extension DiskWorker {
    /// Runs `body` on the worker's thread, and reports the value that `body` passes on. If `body` makes no progress for
    /// too long, abandons it, and reports the value that `substitute` gives for the last place. Calls `completion`
    /// once, on the loop's thread, and never before this returns.
    func search<Value: Sendable>(
        _ place: String, on loop: EventLoop, _ urgency: Urgency = .usual,
        then completion: @escaping (Value) -> Void, else substitute: @escaping (String) -> Value,
        by body: @escaping @Sendable (SearchProgress, @escaping @Sendable (Value) -> Void) -> Void
    ) {
        let progress = SearchProgress()
        let watch = SearchWatch(on: loop, progress) { [self] place in
            abandon()
            completion(substitute(place))
        }
        let begin = loop.delivering { (_: Void) in watch.begin() }
        begin(())
        let finish = loop.delivering { (value: Value) in
            if watch.end() { completion(value) }
        }
        perform(urgency) {
            progress.note(place)
            body(progress, finish)
        }
    }
}
