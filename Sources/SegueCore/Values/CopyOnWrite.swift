/// A value on the heap that copies share until one of them changes it. A copy costs one reference, regardless of the
/// value's size.
struct CopyOnWrite<Value: Sendable>: Sendable {
    private final class Box: @unchecked Sendable {
        // @unchecked: the value is written only while no other reference to the box exists.
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}

extension CopyOnWrite: Equatable where Value: Equatable {
    static func == (left: CopyOnWrite, right: CopyOnWrite) -> Bool {
        left.box === right.box || left.value == right.value
    }
}

extension CopyOnWrite: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
