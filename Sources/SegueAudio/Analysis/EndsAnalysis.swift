import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Decodes the two ends of a file and measures each. Blocks, so it must not run on the loop's thread.
final class EndsAnalysis<Meter: SampleMeter>: Sendable {
    /// The parts of a file to read, and the limits of the read.
    struct Extent: Sendable {
        /// The length of the beginning to read.
        var head: MediaTime
        /// The length of the end to read.
        var tail: MediaTime
        /// The shortest file that is read.
        var shortest = MediaTime.zero
        /// The time limit of the analysis.
        var patience: MediaTime
    }

    /// The measurements of both ends.
    struct Finding {
        var beginning: Meter
        /// Nil if the file is too short for two ends: the beginning then covers all of it.
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
    ///   - extent: the parts to read.
    ///   - record: records that the file is being decoded.
    ///   - suffices: returns true if enough of the beginning is known, even before all of the head has been read.
    ///   - meter: creates a meter for this rate and these channels.
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

    /// Cancels an analysis that is under way, or one that starts later; `run` then returns soon. From any thread.
    func cancel() {
        isCancelled.withLock { $0 = true }
        bus.withLock { $0 }?.interrupt()
    }

    /// Reads both ends. Returns nil if the length of the file is unknown or too short, if decoding fails, or if the
    /// time limit passes.
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

    /// The meters of both ends so far, and the progress of the read.
    private struct Progress {
        var beginning: Meter?
        var ending: Meter?
        var isHeadKnown = false
        /// The position at which the tail begins, once the seek to the tail is requested.
        var tail: MediaTime?
        /// True once the stream has flushed for the tail. An end of stream from before the flush may still be pending.
        var isAtTail = false
        /// True once the awaited end of stream has arrived.
        var hasEnded = false
    }

    private func read(_ pipeline: SamplePipeline) -> Finding? {
        let deadline = MonotonicTime.now.advanced(byNanoseconds: extent.patience.nanoseconds)
        let progress = Locked(Progress())
        let probe = probe(on: pipeline, progress)
        defer { pipeline.input.removeProbe(probe) }
        pipeline.start()
        guard wait(for: GST_MESSAGE_ASYNC_DONE, until: deadline), let duration = pipeline.duration,
            duration >= extent.shortest,
            !pipeline.moveToExcerpt() || wait(for: GST_MESSAGE_ASYNC_DONE, until: deadline)
        else { return nil }
        pipeline.element.setState(GST_STATE_PLAYING)
        let tail = duration - extent.tail
        let isLong = tail > extent.head
        if isLong {
            let isKnown = progress.withLock { $0.isHeadKnown }
            guard isKnown || wait(for: GST_MESSAGE_APPLICATION, until: deadline) else { return nil }
            progress.withLock { ($0.tail, $0.hasEnded) = (pipeline.origin + tail, false) }
            guard pipeline.seek(to: tail) else { return nil }
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
                case GST_EVENT_FLUSH_STOP:
                    progress.withLock { progress in
                        progress.isAtTail = progress.tail != nil
                        // What came before a move to the beginning is not part of it.
                        if !progress.isAtTail { progress.beginning = nil }
                    }
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

    /// Passes a buffer to its meter. Returns true once: the beginning is known.
    private func take(
        _ buffer: UnsafeMutablePointer<GstBuffer>, from input: Pad, _ progress: inout Progress
    ) -> Bool {
        let isTail = progress.tail.map { tail in input.segmentStart.map { $0 >= tail } ?? false } ?? false
        // Buffers from before the tail that are still under way belong to neither end.
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

    /// Returns false if the message won't come: after an error, past the deadline, or once the analysis is cancelled.
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
    /// The media time at which the current segment begins; nil if unknown.
    fileprivate var segmentStart: MediaTime? {
        guard var segment else { return nil }
        let start = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, segment.start)
        return start == segue_clock_time_none() ? nil : MediaTime(nanoseconds: Int64(start))
    }
}
