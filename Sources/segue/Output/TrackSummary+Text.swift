import SegueClient
import SegueKit

extension TrackSummary {
    /// `Artist – Title`, or the title alone.
    var displayName: String {
        printable(artists.isEmpty ? title : "\(artists.joined(separator: ", ")) – \(title)")
    }

    /// The members of the track's JSON object.
    var json: [(String, JSONValue)] {
        [
            ("id", .string(id)), ("title", .string(title)), ("artists", .array(artists.map { .string($0) })),
            ("album", .optional(album)), ("bpm", beatsPerMinute.map { .integer(Int64($0)) } ?? .null),
            ("url", .optional(uri)), ("artUrl", .optional(artURI)),
            ("length", length.map { .number($0.seconds) } ?? .null),
        ]
    }
}
