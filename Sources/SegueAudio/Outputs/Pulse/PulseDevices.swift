import CPulse

/// Follows the device that a stream plays on, and whether a client records the output of a device. It queries the
/// server for its devices and recordings whenever one of them has changed.
///
/// The server's answers arrive on the loop, from inside `PulseLoop`. Must be released before the context.
final class PulseDevices {
    private let context: OpaquePointer
    /// The index of the device that the stream plays on; nil while there is no stream.
    private let playingOn: () -> UInt32?
    private let onChange: (DeviceWatch.Change) -> Void
    private let onAnswer: () -> Void
    private var watch: DeviceWatch
    private var found: [DeviceWatch.Device] = []
    /// The indexes of the sources that clients record.
    private var recorded: Set<UInt32> = []
    /// True if a client records the output of a device, according to the last answer.
    private(set) var isRecorded = false
    /// The indexes of the devices that can't render again what they have read, according to the last answer.
    private(set) var finalReaders: Set<UInt32> = []
    /// The open queries.
    private var questions: [OpaquePointer] = []
    /// True if something has changed since the last query.
    private var isOutdated = false

    /// Sends the first query. `requested` is the name of the requested device; nil for the one that the server chooses.
    /// `onAnswer` is called after each answer. It and `onChange` are never called from inside a call.
    init(
        _ context: OpaquePointer, requested: String?, playingOn: @escaping () -> UInt32?,
        onChange: @escaping (DeviceWatch.Change) -> Void, onAnswer: @escaping () -> Void
    ) {
        self.context = context
        watch = DeviceWatch(requested: requested)
        self.playingOn = playingOn
        self.onChange = onChange
        self.onAnswer = onAnswer
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_subscribe_callback(context, { _, _, _, this in PulseDevices.of(this)?.ask() }, this)
        let mask = pa_subscription_mask_t(
            rawValue: PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue)
        if let operation = pa_context_subscribe(context, mask, nil, nil) { pa_operation_unref(operation) }
        ask()
    }

    deinit {
        pa_context_set_subscribe_callback(context, nil, nil)
        endQuestions()
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseDevices? {
        pointer.map { Unmanaged<PulseDevices>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Queries devices and recordings again, as for a stream that has moved.
    func ask() {
        guard questions.isEmpty else {
            isOutdated = true
            return
        }
        isOutdated = false
        found = []
        recorded = []
        let device: pa_sink_info_cb_t = { _, info, isLast, this in
            guard isLast == 0, let sink = info?.pointee else { return }
            PulseDevices.of(this)?.found.append(DeviceWatch.Device(sink))
        }
        let recorder: pa_source_output_info_cb_t = { _, info, isLast, this in
            PulseDevices.of(this)?.add(isLast == 0 ? info?.pointee : nil)
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        questions = [
            pa_context_get_sink_info_list(context, device, this),
            pa_context_get_source_output_info_list(context, recorder, this),
        ].compactMap(\.self)
    }

    private func endQuestions() {
        for question in questions {
            pa_operation_cancel(question)
            pa_operation_unref(question)
        }
        questions = []
    }

    /// Adds a recording; nil follows the last one, and completes the answer.
    private func add(_ recorder: pa_source_output_info?) {
        if let recorder {
            if recorder.corked == 0 { recorded.insert(recorder.source) }
            return
        }
        endQuestions()
        isRecorded = found.contains { $0.monitor.map(recorded.contains) == true }
        finalReaders = Set(found.filter { $0.isReadFinal(among: found) }.map(\.index))
        // A stream that is about to begin relies on the first answer, even if something has changed meanwhile.
        onAnswer()
        guard !isOutdated else { return ask() }
        if let change = watch.look(at: found, playingOn: playingOn()) { onChange(change) }
    }
}

extension DeviceWatch.Device {
    fileprivate init(_ sink: pa_sink_info) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        self.init(index: sink.index, name: text(sink.name), title: text(sink.description), monitor: sink.monitor_source)
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
        driver = text(sink.driver)
        master = text(pa_proplist_gets(sink.proplist, PA_PROP_DEVICE_MASTER_DEVICE))
    }
}
