import CGStreamer
import SegueCore

/// The GStreamer library as a whole.
enum GStreamerLibrary {
    /// Initialises GStreamer, once in the life of the process; later calls cost nothing.
    ///
    /// Throws `engineError` when the library refuses, for example because it can't read its registry of plugins.
    static func initialize() throws(AudioPlayerError) {
        guard gst_is_initialized() == 0 else { return }
        var failure: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &failure) != 0 else {
            let reason = failure.map { String(cString: $0.pointee.message) } ?? "no reason given"
            g_clear_error(&failure)
            throw .engineError(reason: "GStreamer could not be initialised: \(reason)")
        }
    }
}
