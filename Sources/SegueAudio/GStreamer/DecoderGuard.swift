import CGStreamer

/// Keeps media that harm the process away from decoders: the one place for everything that opens media.
///
/// Media without audio are not decoded: scores (MIDI), pictures, texts. The player has no use for the plug-ins
/// installed for these, and the MIDI parser in GStreamer 1.22 runs forever, or crashes, on 22 bytes. A tag that would
/// end the process is hidden (`HarmfulTags`), and a stream of empty packets is ended (`EmptyPackets`).
enum DecoderGuard {
    /// - Parameter bin: a decodebin, or a bin that makes one, before it is started.
    static func protect(_ bin: UnsafeMutablePointer<GstElement>) {
        let select:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstCaps>?,
                OpaquePointer?, gpointer?
            ) -> Int32 = { _, _, caps, factory, _ in
                if let factory, DecoderGuard.isForStreams(factory) { return DecoderGuard.passOver }
                guard let caps, let structure = gst_caps_get_structure(caps, 0),
                    let name = gst_structure_get_name(structure)
                else { return DecoderGuard.use }
                return DecoderGuard.mayHoldSound(String(cString: name)) ? DecoderGuard.use : DecoderGuard.passOver
            }
        _ = segue_connect(bin, "autoplug-select", unsafeBitCast(select, to: gpointer.self), nil, nil)
        InnerElements.observe(Element(sinking: bin)) { element in
            let factory = element.factoryName
            if factory == "apedemux", let input = element.firstSinkPad { HarmfulTags.hide(behind: input) }
            if factory.hasPrefix("avdemux_") { EmptyPackets.end(element) }
            FrameTimes.use(by: element)
        }
    }

    /// Returns true for a demuxer of adaptive streams that refuses to work in a decodebin, which tries it first. The
    /// refusal would count as an error of the media (`DecodingErrors`).
    private static func isForStreams(_ factory: OpaquePointer) -> Bool {
        guard let name = gst_object_get_name(segue_as_object(UnsafeMutableRawPointer(factory))) else { return false }
        defer { g_free(name) }
        return ["hlsdemux2", "dashdemux2", "mssdemux2"].contains(String(cString: name))
    }

    /// Returns true if media of this type may contain audio, or be audio.
    static func mayHoldSound(_ type: String) -> Bool {
        !silentTypes.contains(type) && !silentFamilies.contains { type.hasPrefix($0) }
    }

    private static let silentTypes: Set<String> = [
        "audio/midi", "audio/riff-midi", "audio/x-midi-event", "audio/mobile-xmf", "application/x-ass",
        "application/x-ssa", "application/x-usf", "application/x-executable", "application/pdf",
        "application/postscript",
    ]
    private static let silentFamilies = ["image/", "text/", "subpicture/", "closedcaption/", "application/x-subtitle"]

    /// GST_AUTOPLUG_SELECT_TRY and GST_AUTOPLUG_SELECT_SKIP, which are in no header of GStreamer.
    private static let use: Int32 = 0
    private static let passOver: Int32 = 2
}
