public import SDBus
public import SegueCore
import SegueMPRIS

/// The displayed metadata of a track, from an MPRIS metadata dictionary in which only the identity is required.
public struct TrackSummary: Equatable, Sendable {
    /// The value of `mpris:trackid`.
    public var id: String
    /// The title; without one, the URI.
    public var title: String
    public var artists: [String]
    public var album: String?
    /// The tempo from the file's tag, or as measured; nil if there is neither.
    public var beatsPerMinute: Int?
    public var uri: String?
    public var artURI: String?
    /// The length; nil if unknown: for a stream, or a file that has not been read yet.
    public var length: MediaTime?
    /// The stars, 0…5; nil without a rating.
    public var stars: Double?

    /// The minimum number of stars of a favourite.
    public static let favourite = 4.0
    /// True for a track with four stars or more, as in the playlist Favourites.
    public var isFavourite: Bool { stars.map { $0 >= Self.favourite } ?? false }

    /// Creates a summary; nil for a dictionary without a track.
    public init?(metadata: [String: BusValue]) {
        guard let id = metadata["mpris:trackid"]?.asObjectPath, id != TrackPath.none else { return nil }
        self.init(id: id, metadata)
    }

    /// Creates a summary of a track outside the queue, whose identifier is that of no track.
    public init(outsideQueue metadata: [String: BusValue]) { self.init(id: TrackPath.none, metadata) }

    private init(id: String, _ metadata: [String: BusValue]) {
        self.id = id
        uri = metadata["xesam:url"]?.asString
        title = metadata["xesam:title"]?.asString ?? uri ?? id
        artists = metadata["xesam:artist"]?.asStrings ?? []
        album = metadata["xesam:album"]?.asString
        beatsPerMinute = metadata["xesam:audioBPM"]?.asInt64.map { Int($0) }
        artURI = metadata["mpris:artUrl"]?.asString
        length = metadata["mpris:length"]?.asTime
        stars = metadata["xesam:userRating"]?.asShare.map { $0 * 5 }
    }

    /// Returns the tracks in an answer to `GetTracksMetadata`.
    public static func all(in reply: [BusValue]) -> [TrackSummary] {
        (reply.first?.asArray ?? []).compactMap { $0.asProperties.flatMap(TrackSummary.init(metadata:)) }
    }
}
