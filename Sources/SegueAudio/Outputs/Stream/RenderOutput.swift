import CGStreamer
import EventLoop
import SegueCore

/// Output into a file, as fast as the file accepts samples. Samples passed to the file can't be changed, and count as
/// heard. Created and closed outside the loop, because the pipeline may wait for the file.
final class RenderOutput: Output {
    let name: String
    let fallback: String? = nil
    let isDevice = false
    var onEvent: (OutputEvent) -> Void = { _ in }
    private let loop: EventLoop
    private let pipeline = Element.makePipeline()
    private let source: SampleSource
    private let bus: BusWatch
    private let receiver: Receiver
    private var rate: Int32
    private var origin: Int64 = 0
    private var written: Int64 = 0
    private var onCompletion: () -> Void = {}

    private final class Receiver: Sendable {
        // nonisolated(unsafe): set once, and called on the loop's thread only.
        nonisolated(unsafe) weak var output: RenderOutput?
    }

    /// The number of samples that may wait for the encoder.
    private static let limit: Int64 = 1 << 17

    /// Creates the file. Throws `outputError` if that fails, `engineError` if an element is missing.
    init(_ target: RenderTarget, rate: Int32, loop: EventLoop) throws(AudioPlayerError) {
        name = target.path
        self.loop = loop
        self.rate = rate
        source = try SampleSource()
        let elements = [source.element] + (try target.elements(rate: rate))
        for element in elements { pipeline.add(element) }
        try Element.link(elements)
        let receiver = Receiver()
        self.receiver = receiver
        bus = BusWatch(pipeline: pipeline) { receiver.output?.handle($0) }
        receiver.output = self
        loop.add(bus)
        source.begin(rate: rate, limit: Self.limit)
        source.onRoom { loop.perform { receiver.output?.onEvent(.roomy) } }
        guard pipeline.setState(GST_STATE_PLAYING) else {
            throw .outputError(output: target.path, reason: "the samples can't be written in this format")
        }
    }

    /// Returns the rate of the file, which was set at its creation.
    func rate(nearestTo rate: Int32) -> Int32 { self.rate }

    func depth(rate: Int32) -> Int64 { source.room == 0 ? 0 : Int64(rate) }

    func go(from place: Int64, rate: Int32) {
        // A second timeline continues where the first one ended.
        origin = place - (written - origin)
        written = place
    }

    func write(_ samples: [Float], at place: Int64) {
        source.push(samples, at: place - origin, rate: rate)
        written = place + Int64(samples.count / 2)
    }

    /// The position in the file of the tape's first sample: a second tape continues where the first one ended.
    var start: Int64 { -origin }
    /// The number of samples in the file.
    var length: Int64 { written - origin }

    var heard: Int64 { written }
    var changeable: Int64 { written }

    func rest(at place: Int64) {
        loop.schedule(at: .now) { [weak self] in self?.onEvent(.rested) }
    }

    /// Ends the file after the written samples, and calls `completion` when the file has them all, or has been lost.
    func complete(_ completion: @escaping () -> Void) {
        onCompletion = completion
        source.end()
    }

    func close() {
        onEvent = { _ in }
        onCompletion = {}
        loop.remove(bus)
        pipeline.setState(GST_STATE_NULL)
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        switch segue_message_type(message) {
        case GST_MESSAGE_ERROR:
            let completion = onCompletion
            onEvent(.lost(reason: ErrorSentences.reason(ofOutput: message)))
            completion()
        case GST_MESSAGE_EOS: onCompletion()
        default: break
        }
    }
}
