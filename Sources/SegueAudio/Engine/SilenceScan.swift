import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Finds where the sound of a file begins and ends, by decoding the file's two ends in a pipeline of its own. It
/// blocks, so it is not for the loop's thread.
final class SilenceScan: Sendable {
    /// How many nanoseconds a scan may take.
    private static let patience: Int64 = 8_000_000_000

    private let uri: String
    private let limits: SilenceLimits
    private let record: OpeningRecord
    private let bus = Locked<BusReference?>(nil)
    private let isCancelled = Locked(false)

    init(uri: String, limits: SilenceLimits, record: OpeningRecord = OpeningRecord()) {
        self.uri = uri
        self.limits = limits
        self.record = record
    }

    /// Makes a scan that is under way, or one that starts later, return soon. From any thread.
    func cancel() {
        isCancelled.withLock { $0 = true }
        bus.withLock { $0 }?.interrupt()
    }

    /// The part of the file between its first and last sound; nil when there is no sound, when the length of the file
    /// is not known, or when it can't be decoded.
    func run() -> ClosedRange<MediaTime>? {
        guard let pipeline = try? SamplePipeline(uri: uri) else { return nil }
        bus.withLock { $0 = pipeline.bus }
        let entry = record.begin(uri)
        defer {
            pipeline.close { entry.end() }
            bus.withLock { $0 = nil }
        }
        return scan(pipeline)
    }

    private func scan(_ pipeline: SamplePipeline) -> ClosedRange<MediaTime>? {
        let deadline = MonotonicTime.now.advanced(byNanoseconds: Self.patience)
        let found = Locked(SoundBounds())
        let limits = limits
        let input = pipeline.input
        let messages = pipeline.bus
        let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        let probe = input.addProbe(GstPadProbeType(rawValue: kinds)) { [weak pipeline] item in
            if case .event(let event) = item, segue_event_type(event) == GST_EVENT_EOS {
                return !found.withLock { $0.hasSamples } && pipeline?.again() == true ? .drop : .pass
            }
            guard case .buffer(let buffer) = item, let rate = input.audioFormat?.rate else { return .pass }
            let isDone = found.withLock { bounds in
                bounds.take(buffer, of: input, rate: rate, amplitude: limits.amplitude)
                return bounds.finishesStart(within: limits.longest)
            }
            if isDone { messages.interrupt() }
            return .pass
        }
        defer { input.removeProbe(probe) }
        pipeline.start()
        guard wait(for: GST_MESSAGE_ASYNC_DONE, until: deadline), let duration = pipeline.duration else {
            return nil
        }
        pipeline.element.setState(GST_STATE_PLAYING)
        let tail = duration - limits.longest
        // The start: up to the first sound, or up to the limit of the search. A short file is read in one go.
        if tail > limits.longest {
            let isKnown = found.withLock { $0.isStartKnown }
            guard isKnown || wait(for: GST_MESSAGE_APPLICATION, until: deadline) else { return nil }
            let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
            guard
                gst_element_seek_simple(pipeline.element.pointer, GST_FORMAT_TIME, flags, gint64(tail.nanoseconds)) != 0
            else { return nil }
        }
        guard wait(for: GST_MESSAGE_EOS, until: deadline) else { return nil }
        let bounds = found.withLock { $0 }
        return limits.audible(
            from: bounds.first.flatMap { $0 <= limits.longest ? $0 : nil },
            to: bounds.last.flatMap { $0 >= tail ? $0 : nil }, of: duration)
    }

    /// False when the message won't come: after an error, too late, or when nobody wants the scan any more.
    private func wait(for type: GstMessageType, until deadline: MonotonicTime) -> Bool {
        guard let bus = bus.withLock({ $0 }) else { return false }
        while !isCancelled.withLock({ $0 }) {
            let rest = max(0, deadline.nanoseconds - MonotonicTime.now.nanoseconds)
            guard let message = gst_bus_timed_pop(bus.pointer, GstClockTime(rest)) else { return false }
            defer { gst_message_unref(message) }
            switch segue_message_type(message) {
            case type: return !isCancelled.withLock { $0 }
            case GST_MESSAGE_ERROR where !DecodedStream.isUnlinked(message): return false
            case GST_MESSAGE_EOS where type == GST_MESSAGE_APPLICATION: return true
            default: break
            }
        }
        return false
    }
}

/// Where the first sound begins and the last one ends, among the samples that were looked at.
private struct SoundBounds {
    var first: MediaTime?
    var last: MediaTime?
    /// How far the file has been read from its start.
    private var reached = MediaTime.zero
    private(set) var isStartKnown = false
    var hasSamples: Bool { reached > .zero }

    /// Looks at a buffer of interleaved 32-bit floating point samples.
    mutating func take(_ buffer: UnsafeMutablePointer<GstBuffer>, of pad: Pad, rate: Int32, amplitude: Double) {
        guard var segment = pad.segment, segue_buffer_pts(buffer) != segue_clock_time_none() else { return }
        let media = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, segue_buffer_pts(buffer))
        var map = GstMapInfo()
        guard media != segue_clock_time_none(), gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
        let samples = bytes.bindMemory(to: Float.self)
        let channels = max(1, Int(pad.audioFormat?.channels ?? 1))
        let start = MediaTime(nanoseconds: Int64(media))
        let limit = Float(amplitude)
        func isSound(_ sample: Float) -> Bool { abs(sample) > limit }
        func time(_ frame: Int) -> MediaTime { start + MediaTime(samples: Int64(frame), rate: rate) }
        if first == nil, let index = samples.firstIndex(where: isSound) { first = time(index / channels) }
        if let index = samples.lastIndex(where: isSound) { last = max(last ?? .zero, time(index / channels + 1)) }
        reached = max(reached, time(samples.count / channels))
    }

    /// True once: the start of the file is known.
    mutating func finishesStart(within longest: MediaTime) -> Bool {
        guard !isStartKnown, first != nil || reached > longest else { return false }
        isStartKnown = true
        return true
    }
}
