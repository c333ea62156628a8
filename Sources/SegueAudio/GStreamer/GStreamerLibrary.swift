import CGStreamer
import SegueCore

/// The GStreamer library as a whole.
enum GStreamerLibrary {
    /// Initialises GStreamer, once in the life of the process; later calls cost nothing. From any thread: all wait for the first.
    ///
    /// Throws `engineError` when the library refuses, for example because it can't read its registry of plugins.
    static func initialize() throws(AudioPlayerError) { try outcome.get() }

    // gst_is_initialized() is no way to ask: it is true before the registry has been read, while elements can't be made yet.
    private static let outcome: Result<Void, AudioPlayerError> = {
        var failure: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &failure) == 0 else { return .success(()) }
        let reason = failure.map { String(cString: $0.pointee.message) } ?? "no reason given"
        g_clear_error(&failure)
        return .failure(.engineError(reason: "GStreamer could not be initialised: \(reason)"))
    }()
}
