import CAdwaita

/// A Swift closure as a GClosure. The Swift closure is released when GObject disconnects the handler.
enum SignalClosure {
    typealias Body = (_ arguments: SignalArguments, _ answer: UnsafeMutablePointer<GValue>?) -> Void

    private final class Box {
        let body: Body

        init(_ body: @escaping Body) {
            self.body = body
        }
    }

    /// Creates a floating closure, to be adopted by g_signal_connect_closure.
    static func make(_ body: @escaping Body) -> UnsafeMutablePointer<GClosure>? {
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
        g_closure_add_finalize_notifier(closure, box) { box, _ in
            guard let box else { return }
            Unmanaged<Box>.fromOpaque(box).release()
        }
        g_closure_set_marshal(closure) { closure, answer, count, values, _, _ in
            guard let box = closure?.pointee.data, let values else { return }
            let arguments = SignalArguments(values: UnsafeBufferPointer(start: values, count: Int(count)))
            Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body(arguments, answer)
        }
        return closure
    }
}

/// The arguments of a signal, counted from 1; argument 0 is the emitting object. Valid while the handler runs.
struct SignalArguments {
    fileprivate let values: UnsafeBufferPointer<GValue>

    private func value(_ index: Int) -> UnsafePointer<GValue>? {
        values.baseAddress.map { $0 + index }
    }

    func integer(_ index: Int) -> Int { Int(g_value_get_int(value(index))) }
    func unsigned(_ index: Int) -> Int { Int(g_value_get_uint(value(index))) }
    func double(_ index: Int) -> Double { g_value_get_double(value(index)) }
    func flags(_ index: Int) -> UInt32 { g_value_get_flags(value(index)) }
    func string(_ index: Int) -> String? { g_value_get_string(value(index)).map { String(cString: $0) } }
    func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(value(index)) }
    func variant(_ index: Int) -> OpaquePointer? { g_value_get_variant(value(index)) }
    func pointer(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_pointer(value(index)) }
    func boxed(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_boxed(value(index)) }
}
