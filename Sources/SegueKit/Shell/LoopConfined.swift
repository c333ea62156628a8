/// Carries something that belongs to the loop's thread through another thread and back.
struct LoopConfined<Value>: @unchecked Sendable {
    // @unchecked: whoever makes one hands it back to the loop before looking into it.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
