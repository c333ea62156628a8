import CGStreamer
import SegueCore

/// Cuts what a decoder delivers, in pieces of whatever size, into the blocks in which the mixer works.
///
/// With pieces of another size, decoder and mixer wake each other several times a block, and that is most of what
/// playing costs. Used in one streaming thread.
final class Reblocker {
    private let adapter: OpaquePointer
    private let rate: Int32
    private let blockLength: Int64
    /// Time stamp of the first sample of all.
    private var firstStamp: UInt64 = 0
    /// How many samples have been taken out.
    private var taken: Int64 = 0
    /// How many are to be taken out next.
    private var want: Int64

    init(rate: Int32, blockLength: Int64) {
        guard let adapter = gst_adapter_new() else { preconditionFailure("an adapter could not be allocated") }
        self.adapter = adapter
        self.rate = rate
        self.blockLength = blockLength
        want = blockLength
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(adapter))
    }

    /// Begins anew for a stream whose first sample is due at `sample` of the mixer: the first block ends where one of
    /// the mixer's does.
    func start(at sample: Int64, stamp: UInt64) {
        gst_adapter_clear(adapter)
        firstStamp = stamp
        taken = 0
        want = blockLength - sample % blockLength
    }

    /// Adds a buffer, which stays the caller's.
    func push(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        gst_adapter_push(adapter, segue_buffer_ref(buffer))
    }

    /// Whether there is enough for the next whole block.
    var hasBlock: Bool { available >= want }

    var isEmpty: Bool { available == 0 }

    private var available: Int64 { Int64(gst_adapter_available(adapter)) / Mixer.bytesPerFrame }

    /// The next whole block, for the caller to keep; nil when there is not enough for one.
    func take() -> UnsafeMutablePointer<GstBuffer>? { take(want) }

    /// The rest at the end of the stream, for the caller to keep; nil when nothing is left.
    func takeRest() -> UnsafeMutablePointer<GstBuffer>? {
        take(min(want, available))
    }

    private func take(_ frames: Int64) -> UnsafeMutablePointer<GstBuffer>? {
        guard frames > 0, available >= frames,
            let block = gst_adapter_take_buffer(adapter, gsize(frames * Mixer.bytesPerFrame))
        else { return nil }
        let start = stamp(taken)
        taken += frames
        segue_set_buffer_times(block, gsize(start), gsize(stamp(taken) - start))
        want = blockLength
        return block
    }

    private func stamp(_ sample: Int64) -> UInt64 {
        firstStamp + UInt64(Timeline(startSample: 0, mediaStart: .zero, rate: rate).stamp(at: sample))
    }
}
