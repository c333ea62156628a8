import CGStreamer

/// Which kinds of files can be played with what is installed.
public enum SupportedTypes {
    /// MIME types of files, and the caps that something has to read for them.
    private static let known: [(mime: String, caps: String)] = [
        ("audio/aac", "audio/mpeg, mpegversion=(int)4"),
        ("audio/flac", "audio/x-flac"),
        ("audio/mp4", "video/quicktime"),
        ("audio/mpeg", "audio/mpeg, mpegversion=(int)1, layer=(int)3"),
        ("audio/ogg", "audio/ogg"),
        ("audio/vnd.wave", "audio/x-wav"),
        ("audio/webm", "audio/webm"),
        ("audio/x-aiff", "audio/x-aiff"),
        ("audio/x-flac", "audio/x-flac"),
        ("audio/x-matroska", "audio/x-matroska"),
        ("audio/x-mp3", "audio/mpeg, mpegversion=(int)1, layer=(int)3"),
        ("audio/x-opus+ogg", "audio/x-opus"),
        ("audio/x-vorbis+ogg", "audio/x-vorbis"),
        ("audio/x-wav", "audio/x-wav"),
        ("audio/x-wavpack", "audio/x-wavpack"),
    ]

    /// The MIME types that the installed decoders read, in alphabetical order. Empty without GStreamer.
    public static let mimeTypes: [String] = {
        guard (try? GStreamerLibrary.initialize()) != nil else { return [] }
        guard let factories = gst_element_factory_list_get_elements(segue_decodable_factory_type(), GST_RANK_MARGINAL)
        else { return [] }
        defer { gst_plugin_feature_list_free(factories) }
        return known.filter { _, text in
            guard let caps = gst_caps_from_string(text) else { return false }
            defer { gst_caps_unref(caps) }
            guard let found = gst_element_factory_list_filter(factories, caps, GST_PAD_SINK, 0) else { return false }
            gst_plugin_feature_list_free(found)
            return true
        }.map(\.mime)
    }()
}
