import CAdwaita
import SegueWindowModel

/// Music on the clipboard: files copied in a file manager, or addresses as text.
final class Clipboard {
    private let body: ([String]) -> Void

    private init(_ body: @escaping ([String]) -> Void) { self.body = body }

    /// Reads the URIs on the clipboard. `body` receives none if the clipboard is empty or contains something else.
    static func read(beside widget: Widget, _ body: @escaping ([String]) -> Void) {
        let clipboard = gtk_widget_get_clipboard(widget.widget)
        let request = Unmanaged.passRetained(Clipboard(body)).toOpaque()
        // A program offers types that are converted into one of these types.
        let formats = gdk_content_formats_union_deserialize_gtypes(
            gdk_content_formats_ref(gdk_clipboard_get_formats(clipboard)))
        defer { gdk_content_formats_unref(formats) }
        if let type = URIList.types.first(where: { gdk_content_formats_contain_gtype(formats, $0) != 0 }) {
            gdk_clipboard_read_value_async(
                clipboard, type, G_PRIORITY_DEFAULT, nil,
                { source, result, request in
                    let value = gdk_clipboard_read_value_finish(source.map { OpaquePointer($0) }, result, nil)
                    guard let value, case .files(let uris)? = Dragged(value) else {
                        return Clipboard.finish(request, [])
                    }
                    Clipboard.finish(request, uris)
                }, request)
        } else {
            gdk_clipboard_read_text_async(
                clipboard, nil,
                { source, result, request in
                    let text = gdk_clipboard_read_text_finish(source.map { OpaquePointer($0) }, result, nil)
                    defer { g_free(text) }
                    Clipboard.finish(request, text.map { PastedText.addresses(in: String(cString: $0)) } ?? [])
                }, request)
        }
    }

    private static func finish(_ request: UnsafeMutableRawPointer?, _ uris: [String]) {
        guard let request else { return }
        Unmanaged<Clipboard>.fromOpaque(request).takeRetainedValue().body(uris)
    }
}
