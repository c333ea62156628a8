import CGStreamer
import EventLoop
import SegueCore

/// An open GStreamer sink, and the elements that convert samples for it.
///
/// Any call to a sink may wait for the device or the server. The loop therefore calls no sink. The pipeline is created
/// in the background, where its state is changed, one change after the other, and its clock is read.
final class SinkPipeline: Sendable {
    let source: SampleSource
    /// The sample rates that the sink accepts.
    let rates: SampleRates
    /// The read-ahead of ALSA's sink; 0 for all other sinks.
    let readAhead: MediaTime
    /// For the bus.
    let element = Element.makePipeline()
    private let sink: Element
    private let changes = Locked(Changes())

    /// A requested change of state, with the completion that gets its outcome.
    private struct Change: Sendable {
        var state: GstState
        var completion: @Sendable (_ isDone: Bool) -> Void
    }

    private struct Changes: Sendable {
        var waiting: [Change] = []
        var isUnderWay = false
    }

    /// Creates a pipeline for a sink that is open. Blocks. Throws `engineError` if an element is missing.
    init(_ sink: Element) throws(AudioPlayerError) {
        self.sink = sink
        rates = SampleRates(of: sink)
        readAhead = SinkDescription.readAhead(of: sink)
        source = try SampleSource()
        let resample = try Element.make("audioresample")
        resample.set("quality", Resampler.quality)
        let elements = [source.element, try Element.make("audioconvert"), resample, sink]
        for element in elements { self.element.add(element) }
        try Element.link(elements)
    }

    /// The name of the device that the sink plays on; nil if the sink does not state it.
    var device: String? {
        for property in ["current-device", "device"] where sink.has(property) {
            if let name = sink.text(property), !name.isEmpty { return name }
        }
        return nil
    }

    /// Changes the state, in the background and after all changes requested before. `completion` is called in the
    /// background; `isDone` is false if the sink refuses the state at once. From any thread.
    func change(to state: GstState, _ completion: @escaping @Sendable (_ isDone: Bool) -> Void = { _ in }) {
        let isFirst = changes.withLock { changes in
            changes.waiting.append(Change(state: state, completion: completion))
            defer { changes.isUnderWay = true }
            return !changes.isUnderWay
        }
        if isFirst { element.performInBackground { self.carryOut() } }
    }

    private func carryOut() {
        while let next = nextChange() { next.completion(element.setState(next.state)) }
    }

    private func nextChange() -> Change? {
        changes.withLock { changes in
            guard changes.waiting.isEmpty else { return changes.waiting.removeFirst() }
            changes.isUnderWay = false
            return nil
        }
    }

    /// Reads the heard time of the stream in the background, by the sink's clock. `completion` is called there, with
    /// nil while the pipeline does not play.
    func readTime(_ completion: @escaping @Sendable (MediaTime?) -> Void) {
        element.performInBackground { completion(self.runningTime) }
    }

    private var runningTime: MediaTime? {
        guard element.currentState == GST_STATE_PLAYING, let clock = gst_element_get_clock(element.pointer) else {
            return nil
        }
        defer { gst_object_unref(clock) }
        let now = gst_clock_get_time(clock)
        return MediaTime(nanoseconds: Int64(bitPattern: UInt64(now &- gst_element_get_base_time(element.pointer))))
    }
}
