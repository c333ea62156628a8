import CGStreamer
import SegueCore

/// The pipeline of the mixer, and of nothing else: the one pipeline whose state changes on the loop's thread.
///
/// A change of state ends what the elements are waiting for, and then waits for their threads. Here that takes no
/// longer than mixing one block: an `audiomixer` waits for samples on its pads, the mixing thread waits at the mixer's
/// probe, and the state change wakes both; a `fakesink` that is neither synchronized nor asynchronous waits for
/// nothing. None of them has a file, a device, a clock or a connection. The decks, which do, are no children of the
/// pipeline.
final class MixingPipeline: Sendable {
    /// For the bus, and for work in the background. Only `start`, `reset` and `close` change the state.
    let element = Element.makePipeline()

    /// The elements that never wait for anything outside of the process.
    private static let members = ["audiomixer", "capsfilter", "fakesink"]

    /// Throws `engineError` if the mixer's elements don't fit together.
    init(_ mixer: Mixer) throws(AudioPlayerError) {
        precondition(mixer.elements.map(\.factoryName) == Self.members, "an element of the mixer may wait")
        for element in mixer.elements { self.element.add(element) }
        try Element.link(mixer.elements)
    }

    /// The mixer mixes from now on.
    func start() { change(to: GST_STATE_PLAYING) }

    /// The mixer stands still, and its pads take nothing. Nothing leaves it any more on return.
    func reset() { change(to: GST_STATE_READY) }

    /// Releases everything. Subsequent calls have no effect on what is heard.
    func close() { change(to: GST_STATE_NULL) }

    private func change(to state: GstState) { gst_element_set_state(element.pointer, state) }
}
