import CGStreamer
import Glibc
import SegueCore

/// The GStreamer library as a whole.
enum GStreamerLibrary {
    /// Initialises GStreamer, once in the lifetime of the process; later calls cost nothing. From any thread: all wait
    /// for the first call.
    ///
    /// Throws `engineError` if the library refuses, for example because it can't read its registry of plugins.
    static func initialize() throws(AudioPlayerError) { try outcome.get() }

    /// The file in which GStreamer caches the features of its plug-ins. If the file is written while plug-ins can't be
    /// opened, they are missing from then on.
    static var registry: String {
        for variable in ["GST_REGISTRY_1_0", "GST_REGISTRY"] {
            if let path = g_getenv(variable).map({ String(cString: $0) }), !path.isEmpty { return path }
        }
        var system = utsname()
        uname(&system)
        let machine = withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return "\(String(cString: g_get_user_cache_dir()))/gstreamer-1.0/registry.\(machine).bin"
    }

    /// Appends the system's data folders to XDG_DATA_DIRS if the variable lacks them.
    ///
    /// GLib ends the process if it misses the schemas of its settings, and its proxy module reads one for each address.
    private static func completeDataFolders() {
        let folders =
            g_getenv("XDG_DATA_DIRS").map { String(cString: $0) }?.split(separator: ":").map(String.init) ?? []
        let missing = ["/usr/local/share", "/usr/share"].filter { !folders.contains($0) && !folders.contains($0 + "/") }
        guard !folders.isEmpty, !missing.isEmpty else { return }
        setenv("XDG_DATA_DIRS", (folders + missing).joined(separator: ":"), 1)
    }

    // gst_is_initialized() can't be used: it is true before the registry has been read, while elements can't be made
    // yet.
    private static let outcome: Result<Void, AudioPlayerError> = {
        completeDataFolders()
        var failure: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &failure) == 0 else { return .success(()) }
        let reason = failure.map { String(cString: $0.pointee.message) } ?? "no reason given"
        g_clear_error(&failure)
        return .failure(.engineError(reason: "GStreamer could not be initialised: \(reason)"))
    }()
}
