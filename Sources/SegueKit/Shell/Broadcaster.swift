import EventLoop

/// One source with any number of listeners, each with its own stream. No listener delays the others: the buffer of a
/// slow listener keeps the newest values, so that the listener never misses the last value.
///
/// Belongs to the loop's thread; the streams may be used on any thread.
final class Broadcaster<Element: Sendable>: @unchecked Sendable {
    // @unchecked: used only on the loop's thread. A stream that ends on another thread reports it on the loop.
    private let loop: EventLoop
    private let depth: Int
    private var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
    private var lastID: UInt64 = 0
    private var isFinished = false
    /// Called after the first listener has been added, and after the last one has been removed.
    var onListenersChanged: () -> Void = {}

    /// - Parameters:
    ///   - loop: the loop whose thread the broadcaster belongs to.
    ///   - depth: the number of values that a listener may fall behind before it loses the oldest.
    init(loop: EventLoop, depth: Int) {
        self.loop = loop
        self.depth = depth
    }

    var listenerCount: Int { continuations.count }

    /// Returns a stream that begins with `first`, if there is one; an empty stream after `finish`.
    func stream(first: Element? = nil) -> AsyncStream<Element> {
        loop.checkConfinement()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(depth))
        guard !isFinished else {
            continuation.finish()
            return stream
        }
        lastID += 1
        let id = lastID
        continuations[id] = continuation
        continuation.onTermination = { [weak self, loop] _ in
            loop.perform { [weak self] in self?.remove(id) }
        }
        if let first { continuation.yield(first) }
        if continuations.count == 1 { onListenersChanged() }
        return stream
    }

    func send(_ value: Element) {
        loop.checkConfinement()
        for continuation in continuations.values { continuation.yield(value) }
    }

    /// Ends all streams, after the elements that their listeners have not consumed yet. Does nothing the second time.
    func finish() {
        loop.checkConfinement()
        isFinished = true
        let all = continuations.values
        continuations = [:]
        for continuation in all { continuation.finish() }
    }

    private func remove(_ id: UInt64) {
        guard continuations.removeValue(forKey: id) != nil, continuations.isEmpty else { return }
        onListenersChanged()
    }
}
