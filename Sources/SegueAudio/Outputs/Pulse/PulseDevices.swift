import CPulse

/// Follows the device that a stream plays on: asks the server for its devices whenever one of them has changed.
///
/// What the server says arrives on the loop, from inside `PulseLoop`. To be let go of before the context is.
final class PulseDevices {
    private let context: OpaquePointer
    /// The index of the device that the stream plays on; nil while there is no stream.
    private let playingOn: () -> UInt32?
    private let onChange: (DeviceWatch.Change) -> Void
    private var watch = DeviceWatch()
    private var found: [DeviceWatch.Device] = []
    /// The question that has not been answered.
    private var question: OpaquePointer?
    /// Something has changed since the question was asked.
    private var isOutdated = false

    /// `onChange` is never called from inside a call.
    init(
        _ context: OpaquePointer, playingOn: @escaping () -> UInt32?, onChange: @escaping (DeviceWatch.Change) -> Void
    ) {
        self.context = context
        self.playingOn = playingOn
        self.onChange = onChange
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_subscribe_callback(context, { _, _, _, this in PulseDevices.of(this)?.ask() }, this)
        if let operation = pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK, nil, nil) {
            pa_operation_unref(operation)
        }
    }

    deinit {
        pa_context_set_subscribe_callback(context, nil, nil)
        endQuestion()
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseDevices? {
        pointer.map { Unmanaged<PulseDevices>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Looks at the devices again, as for a stream that has moved.
    func ask() {
        guard question == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        found = []
        let answer: pa_sink_info_cb_t = { _, info, isLast, this in
            PulseDevices.of(this)?.add(isLast == 0 ? info?.pointee : nil)
        }
        question = pa_context_get_sink_info_list(context, answer, Unmanaged.passUnretained(self).toOpaque())
    }

    private func endQuestion() {
        guard let question else { return }
        pa_operation_cancel(question)
        pa_operation_unref(question)
        self.question = nil
    }

    /// Adds a device; nil comes behind the last one.
    private func add(_ sink: pa_sink_info?) {
        if let sink { return found.append(DeviceWatch.Device(sink)) }
        endQuestion()
        let change = isOutdated ? nil : watch.look(at: found, playingOn: playingOn())
        if isOutdated { ask() }
        if let change { onChange(change) }
    }
}

extension DeviceWatch.Device {
    fileprivate init(_ sink: pa_sink_info) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        self.init(index: sink.index, name: text(sink.name), title: text(sink.description))
        if let port = sink.active_port?.pointee {
            self.port = DeviceWatch.Port(name: text(port.name), title: text(port.description))
        }
        for index in 0..<Int(sink.n_ports) {
            guard let port = sink.ports?[index]?.pointee, port.available == Int32(PA_PORT_AVAILABLE_NO.rawValue) else {
                continue
            }
            emptyPorts.insert(text(port.name))
        }
        if text(pa_proplist_gets(sink.proplist, PA_PROP_DEVICE_BUS)) == "bluetooth" { headset = sink.card }
    }
}
