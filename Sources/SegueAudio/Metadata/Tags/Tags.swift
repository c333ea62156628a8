import CGStreamer
import SegueFiles

/// A borrowed tag list, read by type. Valid as long as the list that it was created from.
struct Tags {
    let list: UnsafePointer<GstTagList>

    /// The number of persons or genres shown for one track.
    private static let itemLimit: UInt32 = 16
    /// The number of bytes that all items of one tag may have together.
    private static let listLimit = 2048
    private static let commentLimit = 4096

    init(_ list: UnsafePointer<GstTagList>) {
        self.list = list
    }

    func has(_ tag: String) -> Bool {
        gst_tag_list_get_tag_size(list, tag) > 0
    }

    /// Returns the values of a string tag as they are in the file.
    func strings(_ tag: String, atMost limit: UInt32) -> [String] {
        (0..<min(gst_tag_list_get_tag_size(list, tag), limit)).compactMap { index in
            var text: UnsafePointer<CChar>?
            guard gst_tag_list_peek_string_index(list, tag, index, &text) != 0, let text else { return nil }
            return String(cString: text)
        }
    }

    func line(_ tag: String) -> String? {
        strings(tag, atMost: 1).first.flatMap { TagText.line($0) }
    }

    /// Returns each value once, in the file's order.
    func list(_ tag: String) -> [String] {
        Self.list(of: strings(tag, atMost: Self.itemLimit))
    }

    static func list(of strings: [String]) -> [String] {
        distinct(strings.compactMap { TagText.line($0) }, limit: listLimit)
    }

    func comments(_ tag: String) -> [String] {
        Self.distinct(
            strings(tag, atMost: 4).compactMap { TagText.lines($0, limit: Self.commentLimit) }, limit: Self.commentLimit
        )
    }

    func unsigned(_ tag: String) -> UInt32? {
        var value: UInt32 = 0
        return gst_tag_list_get_uint_index(list, tag, 0, &value) != 0 ? value : nil
    }

    /// Returns a number that counts from 1.
    func ordinal(_ tag: String) -> Int32? {
        unsigned(tag).flatMap { (1...99_999).contains($0) ? Int32($0) : nil }
    }

    func double(_ tag: String) -> Double? {
        var value = 0.0
        return gst_tag_list_get_double_index(list, tag, 0, &value) != 0 && value.isFinite ? value : nil
    }

    /// Passes the bytes of each binary value of a tag to `body`, for the duration of the call.
    func forEachBinary(_ tag: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        forEachSample(tag) { sample in Self.withBytes(of: sample, body) }
    }

    /// Passes each sample of a tag to `body`, at most 64 of them.
    func forEachSample(_ tag: String, _ body: (OpaquePointer) -> Void) {
        for index in 0..<min(gst_tag_list_get_tag_size(list, tag), 64) {
            var sample: OpaquePointer?
            guard gst_tag_list_get_sample_index(list, tag, index, &sample) != 0, let sample else { continue }
            body(sample)
            gst_sample_unref(sample)
        }
    }

    /// Passes the bytes of a sample to `body`; does nothing if the sample has none.
    static func withBytes(of sample: OpaquePointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard let buffer = gst_sample_get_buffer(sample) else { return }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
        body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
        gst_buffer_unmap(buffer, &map)
    }

    private static func distinct(_ items: [String], limit: Int) -> [String] {
        var result: [String] = []
        var size = 0
        for item in items where !result.contains(item) {
            size += item.utf8.count
            guard size <= limit else { break }
            result.append(item)
        }
        return result
    }
}
