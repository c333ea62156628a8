import CGStreamer
import SegueCore

/// The pipeline of the mixer alone: the one pipeline whose state changes on the loop's thread.
///
/// A state change ends the waits of the elements, and then waits for their threads. Here that takes no longer than
/// mixing one block. An `audiomixer` waits for samples on its pads, the mixing thread waits at the mixer's probe, and
/// the state change wakes both. A `fakesink` that is neither synchronized nor asynchronous waits for nothing. None of
/// the elements has a file, a device, a clock or a connection. The decks, which do, are not children of the pipeline.
final class MixingPipeline: Sendable {
    /// For the bus, and for work in the background. Only `start`, `reset` and `close` change the state.
    let element = Element.makePipeline()

    /// The elements that never wait for anything outside the process.
    private static let members = ["audiomixer", "capsfilter", "fakesink"]

    /// Throws `engineError` if the mixer's elements don't fit together.
    init(_ mixer: Mixer) throws(AudioPlayerError) {
        precondition(mixer.elements.map(\.factoryName) == Self.members, "an element of the mixer may wait")
        for element in mixer.elements { self.element.add(element) }
        try Element.link(mixer.elements)
    }

    /// Starts the mixing.
    func start() { change(to: GST_STATE_PLAYING) }

    /// Stops the mixer, whose pads then accept nothing. Nothing leaves the mixer after the call returns.
    func reset() { change(to: GST_STATE_READY) }

    /// Releases everything. Subsequent calls have no effect on what is heard.
    func close() { change(to: GST_STATE_NULL) }

    // A mixer that stayed as it was would keep the loop waiting for its pads (`Mixer.reset`).
    private func change(to state: GstState) { element.insist(on: state) }
}
