import CGStreamer
import SegueCore
import Testing

@testable import SegueAudio

/// The error for a file whose decoder is not installed.
@Suite struct MissingDecoderTests {
    private static func error(_ missing: String) -> AudioPlayerError {
        // The report of decodebin in GStreamer 1.22.
        let details = """
            ../gst/playback/gstdecodebin2.c(4704): gst_decode_bin_expose (): /GstPipeline:pipeline0/GstDecodeBin:d:
            no suitable plugins found:
            Missing decoder: \(missing)

            """
        let error = ElementError(
            domain: .core, code: GST_CORE_ERROR_MISSING_PLUGIN.rawValue,
            text: "Your GStreamer installation is missing a plug-in.", details: details)
        return ErrorSentences.error(error, uri: "file:///a")
    }

    @Test(
        "The package that has the decoder is named",
        arguments: [
            ("audio/midi (audio/midi)", "gstreamer1.0-plugins-bad and fluid-soundfont-gm"),
            ("audio/x-mod (audio/x-mod, type=(string)xm)", "the package gstreamer1.0-plugins-bad"),
            ("audio/x-caf (audio/x-caf)", "GStreamer has no decoder for CAF"),
            ("MPEG-4 AAC (audio/mpeg, mpegversion=(int)4, framed=(boolean)true)", "the package gstreamer1.0-libav"),
            ("Windows Media Audio 8 (audio/x-wma, wmaversion=(int)2)", "the package gstreamer1.0-libav"),
        ])
    func named(missing: String, words: String) {
        guard case .unsupportedFormat("/a", let reason) = Self.error(missing) else {
            Issue.record("\(Self.error(missing))")
            return
        }
        #expect(reason.contains(words), "\(reason)")
    }

    @Test("Of what nobody knows a package for, only that is said")
    func unknown() {
        let expected = AudioPlayerError.unsupportedFormat(path: "/a", reason: "no decoder for it is installed")
        #expect(Self.error("Odd (audio/x-odd)") == expected)
        // MPEG layer 3 is not AAC.
        #expect(Self.error("MP3 (audio/mpeg, mpegversion=(int)1, layer=(int)3)") == expected)
    }

    @Test("A page or a picture needs no decoder", arguments: ["text/html (text/html)", "PNG (image/png)"])
    func without(missing: String) {
        #expect(Self.error(missing) == .unsupportedFormat(path: "/a", reason: "it contains no audio"))
    }
}
