import CGStreamer

/// The kinds of files that the installed elements can play.
public enum SupportedTypes {
    /// The types of playlists and cue sheets. Folders are opened too, and are not listed: a desktop could take the
    /// player for its file manager.
    private static let playlists = [
        "application/vnd.apple.mpegurl", "application/x-cue", "application/xspf+xml", "audio/x-mpegurl",
        "audio/x-scpls",
    ]

    /// The MIME types of files that the installed decoders read, and of playlists, in alphabetical order.
    /// Empty without GStreamer.
    public static let mimeTypes: [String] = {
        let playable = readings.filter { $0.packages.isEmpty }
        return playable.isEmpty ? [] : (playable.flatMap(\.format.mimeTypes) + playlists).sorted()
    }()

    /// Each format, with the Debian packages that contain what the format lacks; none for a format that plays. Empty
    /// without GStreamer.
    public static let readings: [(format: AudioFormat, packages: [String])] = {
        guard (try? GStreamerLibrary.initialize()) != nil else { return [] }
        let installed = InstalledReaders()
        return AudioFormat.all.map { format in
            (format, format.stages.filter { !installed.contains($0) }.map(\.package))
        }
    }()
}

/// The demuxers, parsers and decoders that GStreamer would choose automatically.
private final class InstalledReaders {
    private let containers = gst_element_factory_list_get_elements(
        segue_decodable_factory_type(), GST_RANK_MARGINAL)
    private let decoders = gst_element_factory_list_get_elements(segue_decoder_factory_type(), GST_RANK_MARGINAL)

    deinit {
        gst_plugin_feature_list_free(containers)
        gst_plugin_feature_list_free(decoders)
    }

    /// Returns true if one of the elements accepts the caps of `stage`.
    func contains(_ stage: AudioFormat.Stage) -> Bool {
        guard let caps = gst_caps_from_string(stage.caps) else { preconditionFailure("\(stage.caps) are no caps") }
        defer { gst_caps_unref(caps) }
        let candidates = stage.role == .decoder ? decoders : containers
        guard let found = gst_element_factory_list_filter(candidates, caps, GST_PAD_SINK, 0) else { return false }
        gst_plugin_feature_list_free(found)
        return true
    }
}
