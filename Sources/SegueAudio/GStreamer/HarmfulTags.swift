import CGStreamer
import CLinux

/// APE tags that end the process. GStreamer 1.22 adds 32 to the size that a tag gives for itself, and asserts that
/// there are 32 bytes (gsttagdemux.c), so that a size just below 4 GiB aborts. A tag that would begin in front of the
/// file keeps the file from being played.
///
/// Such a tag is hidden from the element that reads it, wherever in a file it lies: at the start, at the end, in front
/// of an ID3 tag, and also in a file on a server. The sound is played, without what the tag might have said.
enum HarmfulTags {
    private static let mark = Array("APETAGEX".utf8)
    /// The length of a tag's head, which is the same at both ends of the tag.
    private static let length = 32
    /// The flag that says: this is the head at the start of the tag, and what it counts comes behind it.
    private static let isHeader: UInt32 = 1 << 29

    /// Looks at everything that is read through this sink pad from now on.
    static func hide(behind input: Pad) {
        gst_pad_add_probe(
            input.pointer, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, _ in
                guard let info, let buffer = segue_probe_buffer(info) else { return GST_PAD_PROBE_OK }
                let isPulled = info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_PULL.rawValue != 0
                let places = HarmfulTags.places(in: buffer, at: isPulled ? UInt64(info.pointee.offset) : nil)
                guard !places.isEmpty, let harmless = gst_buffer_copy_deep(buffer) else { return GST_PAD_PROBE_OK }
                for place in places { gst_buffer_memset(harmless, gsize(place), 0, gsize(HarmfulTags.mark.count)) }
                info.pointee.data = UnsafeMutableRawPointer(harmless)
                segue_buffer_unref(buffer)
                return GST_PAD_PROBE_OK
            }, nil, nil)
    }

    private static func places(in buffer: UnsafeMutablePointer<GstBuffer>, at offset: UInt64?) -> [Int] {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return [] }
        defer { gst_buffer_unmap(buffer, &map) }
        return places(in: UnsafeRawBufferPointer(start: map.data, count: Int(map.size)), at: offset)
    }

    /// Where in `bytes` such tags are marked; `offset` is where the bytes lie in the file, nil when that is not known.
    static func places(in bytes: UnsafeRawBufferPointer, at offset: UInt64?) -> [Int] {
        var places: [Int] = []
        var start = 0
        while let place = nextMark(in: bytes, from: start), place + length <= bytes.count {
            let size = bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self).littleEndian
            let flags = bytes.loadUnaligned(fromByteOffset: place + 20, as: UInt32.self).littleEndian
            let reach = flags & isHeader == 0 ? offset.map { $0 + UInt64(place) } : nil
            if size > .max - UInt32(length) || reach.map({ UInt64(size) > $0 }) == true { places.append(place) }
            start = place + 1
        }
        return places
    }

    private static func nextMark(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = CLinux_memmem(base + start, bytes.count - start, mark, mark.count)
        else { return nil }
        return found - base
    }
}
