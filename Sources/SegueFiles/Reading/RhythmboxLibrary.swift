import CGLib

/// The plays and ratings in the library of Rhythmbox, `rhythmdb.xml`.
package final class RhythmboxLibrary {
    /// A file in the library.
    package struct Song: Sendable, Hashable {
        /// The `file:` URI.
        package var uri: String
        package var plays = 0
        /// The time of the last play, in seconds since 1970; 0 if there was none.
        package var lastPlayed = 0
        /// The stars, 0 to 5; 0 for none.
        package var stars = 0
    }

    private var songs: [Song] = []
    private var current: [String: String]?
    private var text = ""

    /// Returns the songs in a document; after an error, the songs before it.
    package static func songs(in document: [UInt8]) -> [Song] {
        let library = RhythmboxLibrary()
        var callbacks = GMarkupParser()
        callbacks.start_element = { _, name, _, _, library, _ in RhythmboxLibrary.from(library)?.start(name) }
        callbacks.end_element = { _, name, library, _ in RhythmboxLibrary.from(library)?.end(name) }
        callbacks.text = { _, text, length, library, _ in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
            RhythmboxLibrary.from(library)?.text += String(decoding: bytes, as: UTF8.self)
        }
        withExtendedLifetime(library) {
            let context = g_markup_parse_context_new(
                &callbacks, GMarkupParseFlags(0), Unmanaged.passUnretained(library).toOpaque(), nil)
            defer { g_markup_parse_context_free(context) }
            document.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                _ = g_markup_parse_context_parse(context, start, gssize(bytes.count), nil)
            }
        }
        return library.songs
    }

    private static func from(_ context: gpointer?) -> RhythmboxLibrary? {
        context.map { Unmanaged<RhythmboxLibrary>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: UnsafePointer<CChar>?) {
        text = ""
        if name.map({ String(cString: $0) }) == "entry" { current = [:] }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        let name = name.map { String(cString: $0) } ?? ""
        defer { text = "" }
        guard name == "entry" else {
            current?[name] = text
            return
        }
        if let path = current?["location"].flatMap({ FileURI.path(of: $0) }) {
            func number(_ name: String) -> Int { current?[name].flatMap { Int($0) } ?? 0 }
            songs.append(
                Song(
                    uri: FileURI.uri(path), plays: number("play-count"), lastPlayed: number("last-played"),
                    stars: number("rating")))
        }
        current = nil
    }
}
