import EventLoop

/// Carries a value that belongs to the loop's thread through another thread and back.
struct LoopConfined<Value>: @unchecked Sendable {
    // @unchecked: the value is only used on the loop's thread.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension EventLoop {
    /// Returns a function that calls `action` on the loop's thread, soon, and may be called from any thread.
    func delivering<Value: Sendable>(_ action: @escaping (Value) -> Void) -> @Sendable (Value) -> Void {
        let action = LoopConfined(action)
        return { value in self.perform { action.value(value) } }
    }
}
