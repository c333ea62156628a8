import CGStreamer
import Glibc

/// The installed parts of GStreamer, for finding out why something does not play. Blocks while GStreamer scans its
/// plug-ins for the first time.
public enum InstalledPlugins {
    /// An element that the player creates by name.
    public struct Element: Sendable, Hashable {
        public let name: String
        /// The purpose of the element.
        public let purpose: String
        /// The Debian package that contains the element.
        public let package: String
    }

    /// The elements without which some function is missing. `SoundSystem` lists the sinks, and `SupportedTypes` the
    /// decoders.
    private static let needed: [Element] = [
        Element(name: "uridecodebin", purpose: "playing", package: "gstreamer1.0-plugins-base"),
        Element(name: "audioconvert", purpose: "playing", package: "gstreamer1.0-plugins-base"),
        Element(name: "audioresample", purpose: "playing", package: "gstreamer1.0-plugins-base"),
        Element(name: "audiomixer", purpose: "playing", package: "gstreamer1.0-plugins-base"),
        Element(name: "volume", purpose: "playing", package: "gstreamer1.0-plugins-base"),
        Element(name: "flacenc", purpose: "rendering into FLAC", package: "gstreamer1.0-plugins-good"),
        Element(name: "souphttpsrc", purpose: "streams", package: "gstreamer1.0-plugins-good"),
        Element(name: "icydemux", purpose: "titles of radio stations", package: "gstreamer1.0-plugins-good"),
    ]

    /// The version of the GStreamer library, such as `1.22.0`; nil if the library can't be initialised.
    public static var version: String? {
        guard (try? GStreamerLibrary.initialize()) != nil else { return nil }
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// The file in which GStreamer caches its plug-in scan; without the file, it scans again.
    public static var registry: String { GStreamerLibrary.registry }

    /// Returns the elements that the player creates by name and that are not installed.
    public static func missing() -> [Element] {
        guard (try? GStreamerLibrary.initialize()) != nil else { return [] }
        return needed.filter { element in
            guard let factory = gst_element_factory_find(element.name) else { return true }
            gst_object_unref(UnsafeMutableRawPointer(factory))
            return false
        }
    }

    /// Returns the files that GStreamer will not load again, because they failed or crashed during the scan.
    public static func excluded() -> [String] {
        guard (try? GStreamerLibrary.initialize()) != nil else { return [] }
        let plugins = gst_registry_get_plugin_list(gst_registry_get())
        defer { gst_plugin_list_free(plugins) }
        var files: [String] = []
        var item = plugins
        while let current = item {
            if let plugin = current.pointee.data.map({ OpaquePointer($0) }), segue_is_blacklisted(plugin) != 0 {
                files.append(gst_plugin_get_filename(plugin).map { String(cString: $0) } ?? "a plug-in without a file")
            }
            item = current.pointee.next
        }
        return files.sorted()
    }

    /// Returns true if `https:` works: GIO gets TLS from a module that is installed separately. The library is the one
    /// that GStreamer's network source loads; nothing else in the player needs it.
    public static func hasSecureTransport() -> Bool {
        guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW) else { return false }
        typealias GetDefault = @convention(c) () -> OpaquePointer?
        typealias SupportsTLS = @convention(c) (OpaquePointer?) -> gboolean
        guard let getDefault = dlsym(library, "g_tls_backend_get_default"),
            let supportsTLS = dlsym(library, "g_tls_backend_supports_tls")
        else { return false }
        let backend = unsafeBitCast(getDefault, to: GetDefault.self)()
        return unsafeBitCast(supportsTLS, to: SupportsTLS.self)(backend) != 0
    }
}
