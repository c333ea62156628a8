import SDBus
import SegueCore

/// The `a{sv}` of an entry, as MPRIS's metadata guidelines and clients require (mpris.md, D1 to D14). Always complete,
/// without empty values, and below 64 KiB whatever the tags contain.
enum MetadataDictionary {
    enum Extent {
        case full
        /// Without the lyrics, for lists.
        case brief
    }

    /// The largest length of the lyrics, in bytes of UTF-8. An ellipsis replaces the part cut off from any text.
    static let longestLyrics = 32 * 1024
    static let longestText = 1024
    /// The largest total length of all items of one list, in bytes of UTF-8.
    static let longestList = 2048

    /// Returns the metadata of `entry`; without an entry, only the trackid for "no track".
    static func value(of entry: QueueEntry?, _ extent: Extent = .full) -> BusValue {
        let identity = ["mpris:trackid": BusValue.objectPath(TrackPath.path(of: entry?.id))]
        guard let entry else { return .properties(identity) }
        return value(uri: entry.uri, title: entry.displayTitle, entry.metadata, extent, identity)
    }

    /// Returns the metadata of a track outside the queue, without a trackid.
    static func value(uri: String, _ metadata: TrackMetadata) -> BusValue {
        value(uri: uri, title: metadata.title, metadata, .brief, [:])
    }

    private static func value(
        uri: String, title: String?, _ metadata: TrackMetadata, _ extent: Extent, _ identity: [String: BusValue]
    ) -> BusValue {
        var properties = identity
        func add(_ key: String, _ text: String?, limit: Int = longestText) {
            guard let text, !text.isEmpty else { return }
            properties[key] = .string(shortened(text, to: limit))
        }
        func add(_ key: String, _ items: [String]) {
            let items = shortened(items.filter { !$0.isEmpty })
            if !items.isEmpty { properties[key] = .strings(items) }
        }
        func add(_ key: String, _ number: Int32?, from least: Int32) {
            if let number, number >= least { properties[key] = .int32(number) }
        }

        add("xesam:title", title)
        add("xesam:artist", metadata.artists)
        add("xesam:album", metadata.album)
        add("xesam:albumArtist", metadata.albumArtists)
        add("xesam:trackNumber", metadata.trackNumber, from: 1)
        add("xesam:discNumber", metadata.discNumber, from: 1)
        add("xesam:genre", metadata.genres)
        add("xesam:composer", metadata.composers)
        add("xesam:lyricist", metadata.lyricists)
        add("xesam:contentCreated", metadata.contentCreated)
        add("xesam:comment", metadata.comments)
        add("xesam:audioBPM", metadata.beatsPerMinute ?? metadata.tempo.map { Int32($0.rounded()) }, from: 1)
        add("xesam:useCount", metadata.useCount, from: 0)
        add("xesam:lastUsed", metadata.lastUsed)
        if extent == .full { add("xesam:asText", metadata.lyrics, limit: longestLyrics) }
        // A truncated address is useless, so addresses have no limit.
        add("xesam:url", uri, limit: .max)
        add("mpris:artUrl", metadata.artURI, limit: .max)
        if let rating = metadata.userRating, (0...1).contains(rating) {
            properties["xesam:userRating"] = .double(rating)
        }
        if let length = metadata.duration?.microseconds, length > 0 { properties["mpris:length"] = .int64(length) }
        return .properties(properties)
    }

    private static func shortened(_ items: [String]) -> [String] {
        var room = longestList
        var shortened: [String] = []
        for item in items {
            guard room > 0 else { break }
            let text = self.shortened(item, to: min(longestText, room))
            room -= text.utf8.count
            shortened.append(text)
        }
        return shortened
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let utf8 = text.utf8
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        // Moves back to the first byte of a scalar.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return text[..<end] + "…"
    }
}
