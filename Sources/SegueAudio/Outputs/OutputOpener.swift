import CGStreamer
import SegueCore

/// Opens outputs. May block on a sound server, so it runs in the background.
enum OutputOpener {
    /// How far a sound server's buffer reaches ahead, and in which portions it is filled.
    struct Buffering: Sendable, Hashable {
        var buffer: MediaTime
        var portion: MediaTime
    }

    /// Opens what is asked for. Throws `outputError` when it can't be used; at the start something else takes its place,
    /// which says why. `automatic` comes to a sink without a device when there is none, unless it is a device that is wanted
    /// back.
    static func open(
        _ attempt: OutputAttempt, among devices: [OutputDevice], rate: Int32, buffering: Buffering
    ) throws(AudioPlayerError) -> Output {
        do {
            return try open(attempt, devices, rate: rate, buffering: buffering)
        } catch {
            guard attempt.purpose == .start else { throw error }
            if case .device = attempt.selection {
                return try automatic(buffering, mustBeDevice: false, fallback: error.description)
            }
            return try withoutDevice(fallback: error.description)
        }
    }

    private static func open(
        _ attempt: OutputAttempt, _ devices: [OutputDevice], rate: Int32, buffering: Buffering
    ) throws(AudioPlayerError) -> Output {
        let (selection, purpose) = (attempt.selection, attempt.purpose)
        switch selection {
        case .automatic:
            let mustBeDevice = purpose == .returning || purpose == .improvement
            return try automatic(buffering, mustBeDevice: mustBeDevice, fallback: nil)
        case .null: return try withoutDevice(fallback: nil)
        case .file(let path):
            guard purpose != .returning else {
                throw .outputError(output: selection.text, reason: "what was recorded before it failed is kept")
            }
            let file = try WaveFile(path: path, format: .float32, rate: rate, channels: 2, isRecording: true)
            let format = try Element.make("capsfilter")
            format.set("caps", caps: Mixer.sampleFormat)
            let elements = [format, try Output.recorder(into: file, isClocked: true)]
            return Output(name: "file:\(path)", elements: elements, isDevice: false, file: file)
        case .device(let name): return try OutputDevices.open(name, among: devices, buffering: buffering)
        case .description(let text): return try described(text)
        }
    }

    private static func automatic(
        _ buffering: Buffering, mustBeDevice: Bool, fallback: String?
    ) throws(AudioPlayerError) -> Output {
        for (factory, name) in [("pulsesink", "PulseAudio"), ("pipewiresink", "PipeWire"), ("alsasink", "ALSA")] {
            guard let sink = try? Element.make(factory) else { continue }
            if let output = try? device(sink, name: name, buffering: buffering, fallback: fallback) { return output }
        }
        let reason = "no sound server or device answers"
        guard !mustBeDevice else { throw .outputError(output: "auto", reason: reason) }
        return try withoutDevice(fallback: fallback ?? reason)
    }

    /// A clocked sink without a device.
    private static func withoutDevice(fallback: String?) throws(AudioPlayerError) -> Output {
        let sink = try Output.recorder(into: nil, isClocked: true)
        return Output(name: "null", fallback: fallback, elements: [sink], isDevice: false)
    }

    /// Opens a sink that plays on a device. Throws `outputError` when it does not open.
    static func device(
        _ sink: Element, name: String, buffering: Buffering, fallback: String? = nil
    ) throws(AudioPlayerError) -> Output {
        if sink.has("buffer-time") {
            sink.set("buffer-time", buffering.buffer.microseconds)
            sink.set("latency-time", buffering.portion.microseconds)
        }
        if sink.has("client-name") { sink.set("client-name", "Segue") }
        guard sink.setState(GST_STATE_READY) else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: name, reason: "the device or its server does not answer")
        }
        guard let input = sink.firstSinkPad, input.takesAnything else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: name, reason: "the sound server has no device")
        }
        return Output(name: name, fallback: fallback, elements: try Output.conversions() + [sink], isDevice: true)
    }

    private static func described(_ text: String) throws(AudioPlayerError) -> Output {
        var failure: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_bin_from_description(text, 1, &failure)
        if let failure {
            let reason = String(cString: failure.pointee.message)
            g_error_free(failure)
            if let parsed { gst_object_unref(gst_object_ref_sink(parsed)) }
            throw .outputError(output: text, reason: "\(reason), so it is no sink description")
        }
        guard let parsed else { throw .outputError(output: text, reason: "it is no sink description") }
        let sink = Element(sinking: segue_as_element(parsed))
        guard sink.setState(GST_STATE_READY) else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: text, reason: "the sink can't be opened")
        }
        guard let input = sink.firstSinkPad, input.takesAnything else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: text, reason: "the sink takes no sound")
        }
        return Output(name: text, elements: try Output.conversions() + [sink], isDevice: true)
    }
}
