import CAdwaita
import Glibc

/// Lists of URIs that other programs copy or drag.
enum URIList {
    /// The type of a list of URIs that is read as `text/uri-list`.
    ///
    /// GTK reads files by the file transfer portal if it can, which refuses folders and names that are not UTF-8, and
    /// gets nothing from KDE's programs (GTK 4.8). It reads this type from the list that every program offers.
    static let type: GType = {
        let type = g_strv_get_type()
        gdk_content_register_deserializer("text/uri-list", type, { URIList.read($0) }, nil, nil)
        return type
    }()

    /// The types of files that are accepted, the preferred one first. In a sandbox, only the portal grants access.
    static let types: [GType] =
        access("/.flatpak-info", F_OK) == 0
        ? [CAdwaita_file_list_type(), type] : [type, CAdwaita_file_list_type()]

    private static func read(_ transfer: OpaquePointer?) {
        let memory = g_memory_output_stream_new_resizable()
        let flags = G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue
        g_output_stream_splice_async(
            memory, gdk_content_deserializer_get_input_stream(transfer), GOutputStreamSpliceFlags(rawValue: flags),
            gdk_content_deserializer_get_priority(transfer), gdk_content_deserializer_get_cancellable(transfer),
            { memory, result, transfer in URIList.hasRead(memory, result, OpaquePointer(transfer)) },
            UnsafeMutableRawPointer(transfer))
        g_object_unref(memory)
    }

    private static func hasRead(
        _ stream: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ transfer: OpaquePointer?
    ) {
        guard let stream else { return }
        var error: UnsafeMutablePointer<GError>?
        let output = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GOutputStream.self)
        guard g_output_stream_splice_finish(output, result, &error) >= 0 else {
            // The transfer owns the error.
            return gdk_content_deserializer_return_error(transfer, error)
        }
        let memory = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GMemoryOutputStream.self)
        let bytes = g_memory_output_stream_steal_as_bytes(memory)
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)?.assumingMemoryBound(to: UInt8.self)
        let text = String(decoding: UnsafeBufferPointer(start: data, count: Int(size)), as: UTF8.self)
        g_value_take_boxed(gdk_content_deserializer_get_value(transfer), g_uri_list_extract_uris(text))
        gdk_content_deserializer_return_success(transfer)
    }

    /// Returns the URIs of a value of this type.
    static func uris(_ value: UnsafePointer<GValue>) -> [String] {
        let list = g_value_get_boxed(value)?.assumingMemoryBound(to: UnsafePointer<CChar>?.self)
        var uris: [String] = []
        while let uri = list?[uris.count] { uris.append(String(cString: uri)) }
        return uris
    }
}
