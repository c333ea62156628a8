import CGStreamer
import SegueCore

/// Converts a decoder's output, in pieces of any size and at the rate of the file, into the mixer's blocks at the
/// mixer's rate.
///
/// With pieces of another size, decoder and mixer wake each other several times a block, which causes most of the cost
/// of playing. Used in one streaming thread at a time.
final class Reblocker {
    /// A filter that continues, at a gapless join, with the stream that follows.
    // @unchecked: the filter goes from one stream's thread to the next one's, which waits meanwhile.
    final class Continuation: @unchecked Sendable {
        fileprivate let resampler: Resampler
        /// The number of samples of the following stream that have been put in.
        fileprivate let consumed: Int64

        fileprivate init(_ resampler: Resampler, consumed: Int64) {
            self.resampler = resampler
            self.consumed = consumed
        }
    }

    private let adapter: OpaquePointer
    /// The mixer's rate, and the length of its blocks.
    private var rate: Int32 = 0
    private var blockLength: Int64 = 0
    /// Nil when the stream has the mixer's rate.
    private var resampler: Resampler?
    private var continuation: Continuation?
    /// The number of samples of the stream, at its own rate, still to be skipped.
    private var toSkip: Int64 = 0
    /// The number of samples of the stream still to come, including skipped ones; later samples are not part of the
    /// stream. Nil if only the end of the stream shows it.
    private var toCome: Int64?
    /// The number of samples that have been taken out, at the mixer's rate.
    private var taken: Int64 = 0
    /// The number of samples to take out next.
    private var want: Int64 = 0

    init() {
        guard let adapter = gst_adapter_new() else { preconditionFailure("an adapter could not be allocated") }
        self.adapter = adapter
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(adapter))
    }

    /// Continues with the former stream's filter, as soon as this stream starts.
    func take(over continuation: Continuation) {
        self.continuation = continuation
    }

    /// Starts a stream whose first sample is due at the mixer's sample `sample`. The first block ends where one of the
    /// mixer's blocks does.
    func start(at sample: Int64, _ head: Head, rate: Int32, blockLength: Int64) {
        self.rate = rate
        self.blockLength = blockLength
        gst_adapter_clear(adapter)
        taken = 0
        want = blockLength - sample % blockLength
        (toSkip, toCome) = (head.skipped, head.count)
        if let continuation, continuation.resampler.inputRate == head.rate {
            resampler = continuation.resampler
            toSkip += continuation.consumed
        } else {
            setInputRate(head.rate)
        }
        continuation = nil
        for buffer in head.buffers { push(buffer.pointer) }
    }

    /// Continues the stream at another rate.
    func changeInputRate(to inputRate: Int32) {
        _ = finish(before: nil)
        setInputRate(inputRate)
    }

    private func setInputRate(_ inputRate: Int32) {
        resampler = inputRate == rate ? nil : Resampler(from: inputRate, to: rate)
    }

    /// True if the known length has arrived: later samples are not part of the stream.
    var isComplete: Bool { toCome == 0 }

    /// Discards the known length: only the end of the stream shows where it ends.
    func forgetLength() {
        toCome = nil
    }

    /// Adds a buffer. The caller keeps ownership.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        let frames = Int64(gst_buffer_get_size(buffer)) / Mixer.bytesPerFrame
        let first = min(toSkip, frames)
        let end = min(toCome ?? frames, frames)
        toSkip -= first
        toCome = toCome.map { $0 - end }
        guard end > first else { return }
        let range = (offset: bytes(first), size: bytes(end - first))
        if let resampler {
            var map = GstMapInfo()
            guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
            let start = UnsafeRawPointer(map.data).map { $0 + Int(range.offset) }
            add(resampler.convert(UnsafeRawBufferPointer(start: start, count: Int(range.size))))
            gst_buffer_unmap(buffer, &map)
        } else if end - first == frames {
            add(segue_buffer_ref(buffer))
        } else {
            add(gst_buffer_copy_region(buffer, GST_BUFFER_COPY_MEMORY, range.offset, range.size))
        }
    }

    /// Drains the filter after the last buffer. `next` is the beginning that follows without a gap. With `next` as the
    /// filter's context, the seam is inaudible, provided that the following stream takes the continuation over.
    func finish(before next: Head?) -> Continuation? {
        guard let resampler else { return nil }
        self.resampler = nil
        let consumed = resampler.lookahead
        guard let next, next.rate == resampler.inputRate, let samples = next.samples(consumed) else {
            add(resampler.finish(before: nil))
            return nil
        }
        samples.withUnsafeBytes { add(resampler.finish(before: $0)) }
        return Continuation(resampler, consumed: consumed)
    }

    /// Fills the last block with silence, if one has begun. A drained filter may have given more than one block.
    func fillBlock() {
        guard !isEmpty else { return }
        let missing = (want - available) % blockLength
        if missing != 0 { addSilence(missing < 0 ? missing + blockLength : missing) }
    }

    /// Appends this many samples of silence, at the mixer's rate.
    func addSilence(_ frames: Int64) {
        guard let silence = gst_buffer_new_allocate(nil, bytes(frames), nil) else { return }
        gst_buffer_memset(silence, 0, 0, bytes(frames))
        add(silence)
    }

    private func bytes(_ frames: Int64) -> gsize { gsize(frames * Mixer.bytesPerFrame) }

    private func add(_ buffer: UnsafeMutablePointer<GstBuffer>?) {
        if let buffer { gst_adapter_push(adapter, buffer) }
    }

    /// The number of samples in the next whole block.
    var nextLength: Int64 { want }

    /// True if there are enough samples for the next whole block.
    var hasBlock: Bool { available >= want }

    var isEmpty: Bool { available == 0 }

    /// The number of available samples.
    var available: Int64 { Int64(gst_adapter_available(adapter)) / Mixer.bytesPerFrame }

    /// Returns the next whole block, owned by the caller; nil if there are too few samples for one.
    func take() -> UnsafeMutablePointer<GstBuffer>? { take(want) }

    /// Returns the rest at the end of the stream, owned by the caller; nil if nothing is left.
    func takeRest() -> UnsafeMutablePointer<GstBuffer>? {
        take(min(want, available))
    }

    private func take(_ frames: Int64) -> UnsafeMutablePointer<GstBuffer>? {
        guard frames > 0, available >= frames,
            let block = gst_adapter_take_buffer(adapter, bytes(frames))
        else { return nil }
        // Stamps count from 0.
        let start = Timeline.stamp(of: taken, rate: rate)
        taken += frames
        segue_set_buffer_times(block, gsize(start), gsize(Timeline.stamp(of: taken, rate: rate) - start))
        want = blockLength
        return block
    }
}
