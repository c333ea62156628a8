import SegueCore

/// The remedies for a file whose decoder is not installed. Packages have their Debian names.
extension ErrorSentences {
    /// Returns the error for a missing decoder. `details` is GStreamer's list of missing decoders: one per line, with
    /// the kind of the stream in brackets.
    static func missingDecoder(_ details: String, at place: String) -> AudioPlayerError {
        // A page or a picture, as servers send it instead of a stream, needs no decoder.
        guard !["(text/", "(image/"].contains(where: details.contains) else {
            return .unsupportedFormat(path: place, reason: "it holds no audio")
        }
        let remedy = remedies.first { details.contains("(\($0.kind)") }?.sentence
        return .unsupportedFormat(path: place, reason: remedy ?? "no decoder for it is installed")
    }

    /// The remedies by the kind of the stream, as GStreamer names it.
    private static let remedies: [(kind: String, sentence: String)] = [
        ("audio/midi", "MIDI needs the packages gstreamer1.0-plugins-bad and fluid-soundfont-gm"),
        ("audio/riff-midi", "MIDI needs the packages gstreamer1.0-plugins-bad and fluid-soundfont-gm"),
        ("audio/x-midi-event", "MIDI needs a soundfont, which the package fluid-soundfont-gm has"),
        ("audio/x-mod", "tracker music needs the package gstreamer1.0-plugins-bad"),
        ("audio/x-caf", "GStreamer has no decoder for CAF; FFmpeg converts it, for instance to FLAC"),
        ("audio/mpeg, mpegversion=(int)4", "AAC needs the package gstreamer1.0-libav"),
        ("audio/mpeg, mpegversion=(int)2", "AAC needs the package gstreamer1.0-libav"),
        ("audio/x-alac", "ALAC needs the package gstreamer1.0-libav"),
        ("audio/x-wma", "WMA needs the package gstreamer1.0-libav"),
        ("video/x-ms-asf", "ASF needs the package gstreamer1.0-plugins-ugly"),
        ("application/x-hls", "HLS needs the package gstreamer1.0-plugins-bad"),
        ("application/x-ape", "Monkey's Audio needs the package gstreamer1.0-libav"),
        ("audio/x-ac3", "AC-3 needs the package gstreamer1.0-libav"),
        ("audio/x-eac3", "E-AC-3 needs the package gstreamer1.0-libav"),
        ("audio/x-dts", "DTS needs the package gstreamer1.0-libav"),
        ("audio/x-musepack", "Musepack needs the package gstreamer1.0-plugins-bad"),
    ]
}
