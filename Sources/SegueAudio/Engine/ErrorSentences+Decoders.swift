import SegueCore

/// The remedies for a file whose decoder is not installed. Packages have their Debian names.
extension ErrorSentences {
    /// Returns the error for a missing decoder. `details` is GStreamer's list of missing decoders: one per line, with
    /// the kind of the stream in brackets.
    static func missingDecoder(_ details: String, at place: String) -> AudioPlayerError {
        // A page or a picture, as servers send it instead of a stream, needs no decoder.
        guard !["(text/", "(image/"].contains(where: details.contains) else {
            return .unsupportedFormat(path: place, reason: Reason.holdsNoAudio.text())
        }
        let reason = remedies.first { details.contains("(\($0.kind)") }?.reason
        return .unsupportedFormat(path: place, reason: reason ?? Reason.noDecoder.text())
    }

    /// The remedies by the kind of the stream, as GStreamer names it.
    private static let remedies: [(kind: String, reason: String)] = [
        ("audio/midi", Reason.needsPackages.text("MIDI", bad, "fluid-soundfont-gm")),
        ("audio/riff-midi", Reason.needsPackages.text("MIDI", bad, "fluid-soundfont-gm")),
        ("audio/x-midi-event", Reason.needsSoundfont.text("MIDI", "fluid-soundfont-gm")),
        ("audio/x-mod", Reason.needsPackage.text("tracker music", bad)),
        ("audio/x-caf", Reason.noDecoderForCAF.text()),
        ("audio/mpeg, mpegversion=(int)4", Reason.needsPackage.text("AAC", libav)),
        ("audio/mpeg, mpegversion=(int)2", Reason.needsPackage.text("AAC", libav)),
        ("audio/x-alac", Reason.needsPackage.text("ALAC", libav)),
        ("audio/x-wma", Reason.needsPackage.text("WMA", libav)),
        ("video/x-ms-asf", Reason.needsPackage.text("ASF", "gstreamer1.0-plugins-ugly")),
        ("application/x-hls", Reason.needsPackage.text("HLS", bad)),
        ("application/x-ape", Reason.needsPackage.text("Monkey's Audio", libav)),
        ("audio/x-ac3", Reason.needsPackage.text("AC-3", libav)),
        ("audio/x-eac3", Reason.needsPackage.text("E-AC-3", libav)),
        ("audio/x-dts", Reason.needsPackage.text("DTS", libav)),
        ("audio/x-musepack", Reason.needsPackage.text("Musepack", bad)),
    ]

    private static let bad = "gstreamer1.0-plugins-bad"
    private static let libav = "gstreamer1.0-libav"
}
