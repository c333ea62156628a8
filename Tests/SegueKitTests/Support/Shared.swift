import EventLoop

/// A value that closures on any thread may share.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Locked<Value>

    init(_ value: Value) {
        mutex = Locked(value)
    }

    var value: Value { mutex.withLock { $0 } }

    @discardableResult
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in body(&value) }
    }
}
