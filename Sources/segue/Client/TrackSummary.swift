import SDBus
import SegueKit
import SegueMPRIS

/// What a verb shows of a track: read from an MPRIS metadata dictionary, in which only the identity is certain.
struct TrackSummary: Equatable {
    /// `mpris:trackid`
    var id: String
    var title: String
    var artists: [String]
    var album: String?
    var uri: String?
    var artURI: String?
    /// Nil when it is not known: for a stream, or a file that has not been read yet.
    var length: MediaTime?

    /// Nil for a dictionary without a track.
    init?(metadata: [String: BusValue]) {
        guard let id = metadata["mpris:trackid"]?.asObjectPath, id != TrackPath.none else { return nil }
        self.id = id
        uri = metadata["xesam:url"]?.asString
        title = metadata["xesam:title"]?.asString ?? uri ?? id
        artists = metadata["xesam:artist"]?.asStrings ?? []
        album = metadata["xesam:album"]?.asString
        artURI = metadata["mpris:artUrl"]?.asString
        length = metadata["mpris:length"]?.asInt64.map { MediaTime(microseconds: $0) }
    }

    /// The first track in an answer to `GetTracksMetadata`; nil if there is none.
    static func first(in reply: [BusValue]) -> TrackSummary? {
        reply.first?.asArray?.first?.asProperties.flatMap(TrackSummary.init(metadata:))
    }

    /// `Artist – Title`, or the title alone.
    var displayName: String {
        printable(artists.isEmpty ? title : "\(artists.joined(separator: ", ")) – \(title)")
    }

    /// The members of the track's JSON object.
    var json: [(String, JSONValue)] {
        [
            ("id", .string(id)), ("title", .string(title)), ("artists", .array(artists.map { .string($0) })),
            ("album", .optional(album)), ("url", .optional(uri)), ("artUrl", .optional(artURI)),
            ("length", length.map { .number($0.seconds) } ?? .null),
        ]
    }
}
