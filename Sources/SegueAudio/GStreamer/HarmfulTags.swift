import CGStreamer
import CLinux

/// APE tags that end the process. GStreamer 1.22 adds 32 to the stated size of a tag, and asserts that there are 32
/// bytes (gsttagdemux.c): a size just below 4 GiB aborts. A tag that would begin before the file keeps the file from
/// being played.
///
/// Such a tag is hidden from the element that reads it, wherever it is: at the start or end of a file, or before an ID3
/// tag. Files on a server are covered too. The audio is played without the information in the tag.
enum HarmfulTags {
    private static let mark = Array("APETAGEX".utf8)
    /// The length of a tag's header, which is the same at both ends of the tag.
    private static let length = 32
    /// The flag of the header at the start of the tag: the bytes that it counts follow it.
    private static let isHeader: UInt32 = 1 << 29

    /// Examines everything that is read through this sink pad from now on.
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

    /// Returns the positions in `bytes` at which such tags are marked. `offset` is the position of the bytes in the
    /// file; nil if unknown.
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
