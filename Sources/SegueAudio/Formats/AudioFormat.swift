/// A kind of file that Segue plays, and the parts of GStreamer that read it. This table serves both for the types that
/// the player announces on the bus and for the checks of `segue doctor`. The desktop entry lists the same types.
public struct AudioFormat: Sendable, Hashable {
    /// A component that has to be installed.
    struct Stage: Sendable, Hashable {
        enum Role: Sendable, Hashable {
            case container
            case decoder
        }

        var role: Role
        /// The caps that the element has to accept.
        var caps: String
        /// The Debian package that contains the element.
        var package: String

        static func container(_ caps: String, _ package: String) -> Stage {
            Stage(role: .container, caps: caps, package: package)
        }

        static func decoder(_ caps: String, _ package: String) -> Stage {
            Stage(role: .decoder, caps: caps, package: package)
        }
    }

    /// The customary name of the format.
    public let name: String
    /// All names of the format on desktops.
    public let mimeTypes: [String]
    let stages: [Stage]

    private init(_ name: String, _ mimeTypes: [String], _ stages: Stage...) {
        self.name = name
        self.mimeTypes = mimeTypes
        self.stages = stages
    }

    /// All formats, in the order in which people look for them.
    public static let all: [AudioFormat] = [
        AudioFormat("FLAC", ["audio/flac", "audio/x-flac"], flac),
        AudioFormat(
            "MP3", ["audio/mpeg", "audio/x-mp3"], .decoder("audio/mpeg, mpegversion=(int)1, layer=(int)3", good)),
        AudioFormat("Ogg Vorbis", ["audio/ogg", "audio/x-vorbis+ogg"], ogg, .decoder("audio/x-vorbis", base)),
        AudioFormat("Opus", ["audio/x-opus+ogg"], ogg, opus),
        AudioFormat("AAC", ["audio/aac"], aac),
        AudioFormat("M4A", ["audio/mp4", "audio/x-m4b"], mp4, aac),
        AudioFormat("Apple Lossless", [], mp4, .decoder("audio/x-alac", libav)),
        AudioFormat("WAV", ["audio/vnd.wave", "audio/x-wav"], .container("audio/x-wav", good)),
        AudioFormat("AIFF", ["audio/x-aiff"], .container("audio/x-aiff", libav)),
        AudioFormat("AU", ["audio/basic"], .container("audio/x-au", good)),
        AudioFormat("WavPack", ["audio/x-wavpack"], .decoder("audio/x-wavpack", good)),
        AudioFormat("WMA", ["audio/x-ms-wma"], .container("video/x-ms-asf", ugly), .decoder("audio/x-wma", libav)),
        AudioFormat("Matroska", ["audio/x-matroska"], matroska),
        AudioFormat("WebM", ["audio/webm"], matroska, opus),
        AudioFormat("FLAC in Ogg", ["audio/x-flac+ogg"], ogg, flac),
        AudioFormat("Speex", ["audio/x-speex+ogg"], ogg, .decoder("audio/x-speex", good)),
        AudioFormat(
            "True Audio", ["audio/x-tta"], .container("audio/x-ttafile", libav), .decoder("audio/x-tta", libav)),
        AudioFormat("MP2", ["audio/mp2"], .decoder("audio/mpeg, mpegversion=(int)1, layer=(int)2", good)),
        AudioFormat("AC-3", ["audio/ac3"], .decoder("audio/x-ac3", ugly)),
    ]

    private static let base = "gstreamer1.0-plugins-base"
    private static let good = "gstreamer1.0-plugins-good"
    private static let ugly = "gstreamer1.0-plugins-ugly"
    private static let libav = "gstreamer1.0-libav"

    private static let flac = Stage.decoder("audio/x-flac", good)
    private static let opus = Stage.decoder("audio/x-opus", base)
    private static let aac = Stage.decoder("audio/mpeg, mpegversion=(int)4, stream-format=(string)raw", libav)
    private static let ogg = Stage.container("audio/ogg", base)
    private static let mp4 = Stage.container("video/quicktime", good)
    private static let matroska = Stage.container("audio/x-matroska", good)
}
