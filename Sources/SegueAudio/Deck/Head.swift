import CGStreamer

/// The beginning of a load as the decoder delivers it: the part that is heard, and the first samples, which are kept
/// until the load sounds.
struct Head: Sendable {
    /// The number of samples after which a load counts as ready: more than any filter looks ahead.
    static let length: Int64 = 1024

    /// Hertz, as decoded.
    let rate: Int32
    /// The number of samples before the first audible one.
    let skipped: Int64
    /// The number of samples from the first buffer's first one on; nil if only the end of the stream shows it.
    let count: Int64?
    private(set) var buffers: [HeldBuffer] = []
    private var kept: Int64 = 0

    init(rate: Int32, skipped: Int64, count: Int64?) {
        self.rate = rate
        self.skipped = skipped
        self.count = count
    }

    var isComplete: Bool { kept - skipped >= Self.length }

    mutating func append(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        buffers.append(HeldBuffer(buffer))
        kept += Int64(gst_buffer_get_size(buffer)) / Mixer.bytesPerFrame
    }

    /// Returns the first `count` samples that are heard; nil if there are fewer.
    func samples(_ count: Int64) -> [UInt8]? {
        guard min(kept, self.count ?? kept) - skipped >= count else { return nil }
        var bytes: [UInt8] = []
        var (offset, wanted) = (Int(skipped * Mixer.bytesPerFrame), Int(count * Mixer.bytesPerFrame))
        for buffer in buffers {
            let size = Int(gst_buffer_get_size(buffer.pointer))
            let part = min(max(size - offset, 0), wanted)
            if part > 0 {
                bytes += [UInt8](unsafeUninitializedCapacity: part) { memory, length in
                    length = Int(
                        gst_buffer_extract(buffer.pointer, gsize(offset), memory.baseAddress, gsize(part)))
                }
            }
            offset = max(offset - size, 0)
            wanted -= part
        }
        return bytes
    }
}

/// A reference to a buffer.
// @unchecked: the pointer never changes, and nothing is written to the buffer.
final class HeldBuffer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstBuffer>

    init(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        pointer = segue_buffer_ref(buffer)
    }

    deinit {
        segue_buffer_unref(pointer)
    }
}
