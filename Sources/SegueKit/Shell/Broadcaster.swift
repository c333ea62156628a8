import EventLoop

/// One source, any number of listeners, each with a stream of its own. A listener that is slow, or has gone, holds
/// nobody up: its buffer keeps the newest values, so that it never misses the last.
///
/// Belongs to the loop's thread; the streams go anywhere.
final class Broadcaster<Element: Sendable>: @unchecked Sendable {
    // @unchecked: touched on the loop's thread alone. A stream that ends on another one says so there.
    private let loop: EventLoop
    private let depth: Int
    private var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
    private var lastID: UInt64 = 0
    private var isFinished = false
    /// Called when the first listener has come, and when the last one has gone.
    var onListenersChanged: () -> Void = {}

    /// - Parameters:
    ///   - loop: whose thread it belongs to.
    ///   - depth: how many values a listener may fall behind before it loses the oldest.
    init(loop: EventLoop, depth: Int) {
        self.loop = loop
        self.depth = depth
    }

    var listenerCount: Int { continuations.count }

    /// A stream that begins with `first`, if there is one; an empty one after `finish`.
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

    /// Ends all streams, behind what their listeners have not taken yet. Does nothing the second time.
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
