import CGStreamer
import EventLoop
import SegueCore

/// The beginning of a file or an excerpt, to which its stream can be returned once.
final class Beginning: Sendable {
    private let input: Pad
    // Weak, because the pipeline keeps this object.
    private weak let pipeline: Element?
    private let excerpt: Excerpt?
    private let isUsed = Locked(false)

    /// Creates a beginning. `input` is the sink pad that receives the stream of `pipeline`.
    init(of input: Pad, in pipeline: Element, _ excerpt: Excerpt?) {
        self.excerpt = excerpt
        self.input = input
        self.pipeline = pipeline
    }

    /// Returns the stream to the beginning, in the background. Returns false if that has been done before.
    func again() -> Bool {
        let isFirst = isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
        if isFirst {
            pipeline?.performInBackground { [input, excerpt] in
                _ = input.push(Pad.seek(to: excerpt?.start ?? .zero, before: excerpt?.end))
            }
        }
        return isFirst
    }
}
