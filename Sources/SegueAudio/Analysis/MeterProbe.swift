import CGStreamer
import EventLoop
import SegueCore

/// A meter at the end of a pipeline.
final class MeterProbe: Sendable {
    private let input: Pad
    private let meter = Locked<SoundMeter?>(nil)
    private let identifier = Locked<UInt>(0)

    /// Measures everything that arrives at the pipeline's input, in its streaming thread.
    init(on pipeline: SamplePipeline) {
        input = pipeline.input
        let events = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | events
        let probe = input.addProbe(GstPadProbeType(rawValue: kinds)) { [weak self, weak pipeline] item in
            guard let self, let pipeline else { return .pass }
            switch item {
            case .event(let event) where segue_event_type(event) == GST_EVENT_EOS:
                return meter.withLock({ $0 == nil }) && pipeline.again() ? .drop : .pass
            case .event(let event) where segue_event_type(event) == GST_EVENT_FLUSH_STOP:
                // What came before a move is not part of the excerpt.
                meter.withLock { $0 = nil }
                return .pass
            case .buffer(let buffer):
                take(buffer, from: pipeline)
                return .pass
            case .event, .query, .other: return .pass
            }
        }
        identifier.withLock { $0 = probe }
    }

    /// Removes the probe from the pipeline.
    func remove() {
        identifier.withLock { input.removeProbe($0) }
    }

    /// The length of the audio that has arrived, in seconds.
    var seconds: Double { meter.withLock { $0?.seconds ?? 0 } }

    /// Returns the measurement; nil if there was no audio at all. Call once, at the end.
    func finish() -> TrackFacts.Measurement? { meter.withLock { $0?.finish() } }

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>, from pipeline: SamplePipeline) {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        let samples = UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(to: Float.self)
        meter.withLock { meter in
            if meter == nil, let rate = input.audioFormat?.rate, let layout = input.channelLayout {
                meter = SoundMeter(rate: Int(rate), layout, rhythm: true)
                pipeline.keepFormat()
            }
            meter?.take(samples)
        }
    }
}
