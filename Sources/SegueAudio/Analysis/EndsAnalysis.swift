import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Decodes the two ends of a file, and lets a meter look at each. It blocks, so it is not for the loop's thread.
final class EndsAnalysis<Meter: SampleMeter>: Sendable {
    /// What is read of a file.
    struct Extent: Sendable {
        /// How much of the beginning.
        var head: MediaTime
        /// How much of the end.
        var tail: MediaTime
        /// A file that is shorter is not read.
        var shortest = MediaTime.zero
        /// How long it may take.
        var patience: MediaTime
    }

    /// What was found.
    struct Finding {
        var beginning: Meter
        /// Nil for a file that is too short for two ends: all of it is the beginning.
        var ending: Meter?
        /// The length of the file.
        var duration: MediaTime
    }

    private let uri: String
    private let extent: Extent
    private let record: OpeningRecord
    private let meter: @Sendable (Int, ChannelLayout) -> Meter?
    private let suffices: @Sendable (Meter) -> Bool
    private let bus = Locked<BusReference?>(nil)
    private let isCancelled = Locked(false)

    /// - Parameters:
    ///   - uri: the file.
    ///   - extent: how much is read.
    ///   - record: takes down that the file is being decoded.
    ///   - suffices: whether enough of the beginning is known before all of the head has been read.
    ///   - meter: makes a meter for this rate and these channels.
    init(
        uri: String, _ extent: Extent, record: OpeningRecord,
        suffices: @escaping @Sendable (Meter) -> Bool = { _ in false },
        meter: @escaping @Sendable (Int, ChannelLayout) -> Meter?
    ) {
        self.uri = uri
        self.extent = extent
        self.record = record
        self.meter = meter
        self.suffices = suffices
    }

    /// Makes an analysis that is under way, or one that starts later, return soon. From any thread.
    func cancel() {
        isCancelled.withLock { $0 = true }
        bus.withLock { $0 }?.interrupt()
    }

    /// Reads both ends. Nil when the length of the file is not known, when it is too short, when it can't be decoded,
    /// or when that takes too long.
    func run() -> Finding? {
        guard let pipeline = try? SamplePipeline(uri: uri) else { return nil }
        bus.withLock { $0 = pipeline.bus }
        let entry = record.begin(uri)
        defer {
            pipeline.close { entry.end() }
            bus.withLock { $0 = nil }
        }
        return read(pipeline)
    }

    /// What the meters have got, by the end of the file that it belongs to.
    private struct Progress {
        var beginning: Meter?
        var ending: Meter?
        var isHeadKnown = false
        /// Where the tail begins, once the stream is on its way there.
        var tail: MediaTime?
        /// The stream has left for the tail. An end in front of that may still be on its way.
        var isAtTail = false
        /// The end that is waited for has come.
        var hasEnded = false
    }

    private func read(_ pipeline: SamplePipeline) -> Finding? {
        let deadline = MonotonicTime.now.advanced(byNanoseconds: extent.patience.nanoseconds)
        let progress = Locked(Progress())
        let probe = probe(on: pipeline, progress)
        defer { pipeline.input.removeProbe(probe) }
        pipeline.start()
        guard wait(for: GST_MESSAGE_ASYNC_DONE, until: deadline), let duration = pipeline.duration,
            duration >= extent.shortest
        else { return nil }
        pipeline.element.setState(GST_STATE_PLAYING)
        let tail = duration - extent.tail
        let isLong = tail > extent.head
        if isLong {
            let isKnown = progress.withLock { $0.isHeadKnown }
            guard isKnown || wait(for: GST_MESSAGE_APPLICATION, until: deadline) else { return nil }
            progress.withLock { ($0.tail, $0.hasEnded) = (tail, false) }
            let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
            guard
                gst_element_seek_simple(pipeline.element.pointer, GST_FORMAT_TIME, flags, gint64(tail.nanoseconds)) != 0
            else { return nil }
        }
        repeat {
            guard wait(for: GST_MESSAGE_EOS, until: deadline) else { return nil }
        } while !progress.withLock { $0.hasEnded }
        let found = progress.withLock { $0 }
        guard let beginning = found.beginning, !isLong || found.ending != nil else { return nil }
        return Finding(beginning: beginning, ending: found.ending, duration: duration)
    }

    private func probe(on pipeline: SamplePipeline, _ progress: Locked<Progress>) -> UInt {
        let input = pipeline.input
        let messages = pipeline.bus
        let events = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | events
        return input.addProbe(GstPadProbeType(rawValue: kinds)) { [weak pipeline, self] item in
            if case .event(let event) = item {
                switch segue_event_type(event) {
                case GST_EVENT_FLUSH_STOP: progress.withLock { $0.isAtTail = $0.tail != nil }
                case GST_EVENT_EOS:
                    if progress.withLock({ $0.beginning == nil }), pipeline?.again() == true { return .drop }
                    progress.withLock { $0.hasEnded = $0.tail == nil || $0.isAtTail }
                default: break
                }
            }
            guard case .buffer(let buffer) = item else { return .pass }
            if progress.withLock({ take(buffer, from: input, &$0) }) { messages.interrupt() }
            return .pass
        }
    }

    /// Hands a buffer to the meter that it is for. True once: the beginning is known.
    private func take(
        _ buffer: UnsafeMutablePointer<GstBuffer>, from input: Pad, _ progress: inout Progress
    ) -> Bool {
        let isTail = progress.tail.map { tail in input.segmentStart.map { $0 >= tail } ?? false } ?? false
        // What is still on its way from in front of the tail belongs to neither.
        guard isTail || progress.tail == nil else { return false }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return false }
        defer { gst_buffer_unmap(buffer, &map) }
        let samples = UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(to: Float.self)
        let part = isTail ? \Progress.ending : \Progress.beginning
        if progress[keyPath: part] == nil, let rate = input.audioFormat?.rate, let layout = input.channelLayout {
            progress[keyPath: part] = meter(Int(rate), layout)
        }
        progress[keyPath: part]?.take(samples)
        guard !isTail, !progress.isHeadKnown, let beginning = progress.beginning,
            suffices(beginning) || beginning.seconds > extent.head.seconds
        else { return false }
        progress.isHeadKnown = true
        return true
    }

    /// False when the message won't come: after an error, too late, or when nobody wants the analysis any more.
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

extension Pad {
    /// Where in the file the samples that pass now were asked to begin.
    fileprivate var segmentStart: MediaTime? {
        guard var segment else { return nil }
        let start = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, segment.start)
        return start == segue_clock_time_none() ? nil : MediaTime(nanoseconds: Int64(start))
    }
}
