import CGStreamer

/// The mark of a bin in which an element has reported an error. An element that fails ends its stream right after the
/// report, in the same thread. The end can therefore pass the gate before the loop has read the report.
enum ErrorMark {
    private static let key = "segue-error"

    /// Marks the outermost bin of the element that reports the error. Called in the element's own thread.
    static func set(on message: UnsafeMutablePointer<GstMessage>) {
        guard let source = segue_message_source(message), var bin = gst_object_ref(source) else { return }
        while let parent = gst_object_get_parent(bin.assumingMemoryBound(to: GstObject.self)) {
            gst_object_unref(bin)
            bin = UnsafeMutableRawPointer(parent)
        }
        g_object_set_data(bin.assumingMemoryBound(to: GObject.self), key, bin)
        gst_object_unref(bin)
    }

    static func isSet(on bin: Element) -> Bool {
        bin.pointer.withMemoryRebound(to: GObject.self, capacity: 1) { g_object_get_data($0, key) != nil }
    }
}
