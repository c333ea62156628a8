import CGLib
import SegueCore

/// A parser of XSPF on top of GLib's GMarkup. GMarkup supports neither document types nor external entities, so attacks
/// through them are impossible.
final class XSPFParser {
    private var playlist = Playlist()
    private var current: Playlist.Item?
    private var text = ""
    /// The depth of the open element.
    private var depth = 0
    private var trackDepth = 0

    /// Returns the playlist in `document`. After an error, the entries before the error are kept.
    static func playlist(in document: String) -> Playlist {
        let parser = XSPFParser()
        var callbacks = GMarkupParser()
        callbacks.start_element = { _, name, _, _, parser, _ in XSPFParser.from(parser)?.start(XSPFParser.string(name))
        }
        callbacks.end_element = { _, name, parser, _ in XSPFParser.from(parser)?.end(XSPFParser.string(name)) }
        callbacks.text = { _, text, length, parser, _ in
            guard let text else { return }
            XSPFParser.from(parser)?.append(UnsafeRawBufferPointer(start: text, count: Int(length)))
        }
        withExtendedLifetime(parser) {
            let context = g_markup_parse_context_new(
                &callbacks, G_MARKUP_TREAT_CDATA_AS_TEXT, Unmanaged.passUnretained(parser).toOpaque(), nil)
            defer { g_markup_parse_context_free(context) }
            _ = g_markup_parse_context_parse(context, document, gssize(document.utf8.count), nil)
        }
        return parser.playlist
    }

    private static func from(_ context: gpointer?) -> XSPFParser? {
        context.map { Unmanaged<XSPFParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns a name without its namespace prefix.
    private static func string(_ name: UnsafePointer<CChar>?) -> String {
        name.map { String(cString: $0) }?.split(separator: ":").last.map(String.init) ?? ""
    }

    private func start(_ name: String) {
        text = ""
        depth += 1
        guard name == "track" else { return }
        current = Playlist.Item(location: [], isReference: true)
        trackDepth = depth
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        text += String(decoding: bytes, as: UTF8.self)
    }

    private func end(_ name: String) {
        defer {
            depth -= 1
            text = ""
        }
        if name == "track" {
            if let current, !current.location.isEmpty { playlist.items.append(current) }
            current = nil
            return
        }
        // Only children of the track or of the playlist itself count: extensions may contain elements of the same names
        // further down.
        guard depth == (current == nil ? 2 : trackDepth + 1), let content = TagText.line(text, limit: 8192) else {
            return
        }
        switch name {
        case "location" where current?.location.isEmpty == true: current?.location = Array(content.utf8)
        case "title" where current == nil: playlist.title = TagText.line(content)
        case "title": current?.title = TagText.line(content)
        case "creator": current?.artist = TagText.line(content)
        case "album": current?.album = TagText.line(content)
        case "trackNum": current?.trackNumber = Int32(content).flatMap { $0 > 0 ? $0 : nil }
        case "duration":
            // Whole milliseconds, of at most a year.
            current?.duration = Int64(content).flatMap {
                (1...31_536_000_000).contains($0) ? MediaTime(microseconds: $0 * 1000) : nil
            }
        case "image" where current == nil: playlist.image = Array(content.utf8)
        case "image": current?.image = Array(content.utf8)
        default: break
        }
    }
}
