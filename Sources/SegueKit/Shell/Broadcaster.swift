/// One source, any number of listeners, each with a stream of its own. A listener that is slow, or has gone, holds nobody up: its
/// buffer keeps the newest values.
///
/// Belongs to the loop's thread; the streams go anywhere.
final class Broadcaster<Element: Sendable> {
    private var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
    private var lastID: UInt64 = 0
    private let depth: Int
    private let onListenersChanged: (Bool) -> Void
    private let removeLater: @Sendable (UInt64) -> Void

    /// - Parameters:
    ///   - depth: how many values a listener may fall behind before it loses the oldest.
    ///   - removeLater: brings an identity to `remove` on the loop's thread, from any thread.
    ///   - onListenersChanged: whether anybody listens.
    init(
        depth: Int, removeLater: @escaping @Sendable (UInt64) -> Void,
        onListenersChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.depth = depth
        self.removeLater = removeLater
        self.onListenersChanged = onListenersChanged
    }

    var hasListeners: Bool { !continuations.isEmpty }

    /// A stream that begins with `first`, if there is one.
    func stream(first: Element? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(depth))
        lastID += 1
        let id = lastID
        continuations[id] = continuation
        continuation.onTermination = { [removeLater] _ in removeLater(id) }
        if let first { continuation.yield(first) }
        if continuations.count == 1 { onListenersChanged(true) }
        return stream
    }

    func send(_ value: Element) {
        for continuation in continuations.values { continuation.yield(value) }
    }

    func remove(_ id: UInt64) {
        guard continuations.removeValue(forKey: id) != nil else { return }
        if continuations.isEmpty { onListenersChanged(false) }
    }

    func finish() {
        let all = continuations.values
        continuations = [:]
        for continuation in all { continuation.finish() }
    }
}
