import EventLoop
import Logging

@testable import SegueKit

/// A record of log messages.
final class LogRecord: Sendable {
    private let recorded = Locked<[(level: Logger.Level, text: String)]>([])

    var lines: [String] { recorded.withLock { $0.map(\.text) } }

    func texts(_ level: Logger.Level) -> [String] {
        recorded.withLock { $0.filter { $0.level == level }.map(\.text) }
    }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(record: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let record: LogRecord
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            record.recorded.withLock { $0.append((event.level, "\(event.message)")) }
        }
    }
}

/// An event that tasks wait for.
final class Latch: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.closed([]))

    /// Returns when the latch is open; immediately if it is already open.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiters) = state else { return true }
                state = .closed(waiters + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            guard case .closed(let waiters) = state else { return [CheckedContinuation<Void, Never>]() }
            state = .open
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
