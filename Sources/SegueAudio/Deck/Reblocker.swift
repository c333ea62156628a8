import CGStreamer
import SegueCore

/// Turns what a decoder delivers, in pieces of any size and at the rate of the file, into the blocks in which the mixer
/// works, at the mixer's rate.
///
/// With pieces of another size, decoder and mixer wake each other several times a block, which is most of what playing
/// costs. Used in one streaming thread at a time.
final class Reblocker {
    /// A filter that goes on, at a gapless join, with the stream that follows.
    // @unchecked: the filter goes from the thread of one stream to that of the next, which waits meanwhile.
    final class Continuation: @unchecked Sendable {
        fileprivate let resampler: Resampler
        /// How many samples of the following stream have been put in.
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
    /// How many samples of the stream, at its own rate, are still to be left out.
    private var toSkip: Int64 = 0
    /// How many samples of the stream are still to come, including those that are left out; what is behind them is no
    /// part of the stream. Nil when only the end will tell.
    private var toCome: Int64?
    /// How many samples have been taken out, at the mixer's rate.
    private var taken: Int64 = 0
    /// How many samples are to be taken out next.
    private var want: Int64 = 0

    init() {
        guard let adapter = gst_adapter_new() else { preconditionFailure("an adapter could not be allocated") }
        self.adapter = adapter
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(adapter))
    }

    /// Goes on with the former stream's filter, as soon as this stream starts.
    func take(over continuation: Continuation) {
        self.continuation = continuation
    }

    /// Begins with a stream whose first sample is due at the mixer's sample `sample`: the first block ends where one of
    /// the mixer's blocks does.
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

    /// The stream goes on at another rate.
    func changeInputRate(to inputRate: Int32) {
        _ = finish(before: nil)
        setInputRate(inputRate)
    }

    private func setInputRate(_ inputRate: Int32) {
        resampler = inputRate == rate ? nil : Resampler(from: inputRate, to: rate)
    }

    /// From now on only the end of the stream tells where it ends.
    func forgetLength() {
        toCome = nil
    }

    /// Adds a buffer, which stays the caller's.
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

    /// Call this behind the last buffer: brings out what the filter holds back. `next` is what follows without a gap.
    /// With it as the filter's context the seam can't be heard, provided that the following stream takes the
    /// continuation over.
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

    /// If a last block has begun, fills it up with silence.
    func fillBlock() {
        if !isEmpty, !hasBlock { addSilence(want - available) }
    }

    /// Adds this many samples of silence, at the mixer's rate, behind what is there.
    func addSilence(_ frames: Int64) {
        guard let silence = gst_buffer_new_allocate(nil, bytes(frames), nil) else { return }
        gst_buffer_memset(silence, 0, 0, bytes(frames))
        add(silence)
    }

    private func bytes(_ frames: Int64) -> gsize { gsize(frames * Mixer.bytesPerFrame) }

    private func add(_ buffer: UnsafeMutablePointer<GstBuffer>?) {
        if let buffer { gst_adapter_push(adapter, buffer) }
    }

    /// How many samples the next whole block has.
    var nextLength: Int64 { want }

    /// Whether there is enough for the next whole block.
    var hasBlock: Bool { available >= want }

    var isEmpty: Bool { available == 0 }

    /// How many samples there are.
    var available: Int64 { Int64(gst_adapter_available(adapter)) / Mixer.bytesPerFrame }

    /// The next whole block, for the caller to keep; nil when there is not enough for one.
    func take() -> UnsafeMutablePointer<GstBuffer>? { take(want) }

    /// The rest at the end of the stream, for the caller to keep; nil when nothing is left.
    func takeRest() -> UnsafeMutablePointer<GstBuffer>? {
        take(min(want, available))
    }

    private func take(_ frames: Int64) -> UnsafeMutablePointer<GstBuffer>? {
        guard frames > 0, available >= frames,
            let block = gst_adapter_take_buffer(adapter, bytes(frames))
        else { return nil }
        // Stamped from 0 on.
        let start = Timeline.stamp(of: taken, rate: rate)
        taken += frames
        segue_set_buffer_times(block, gsize(start), gsize(Timeline.stamp(of: taken, rate: rate) - start))
        want = blockLength
        return block
    }
}
