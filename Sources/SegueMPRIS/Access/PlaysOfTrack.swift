/// The plays and the rating of a track in another player.
public struct PlaysOfTrack: Sendable, Hashable {
    /// The `file:` URI.
    public var uri: String
    /// The number of plays.
    public var plays: Int32
    /// The time of the last play, in seconds since 1970; nil if unknown.
    public var lastPlayed: Int64?
    /// The rating, 0…1; nil without one.
    public var rating: Double?

    /// The latest permitted time of a play: the year 9999, in seconds since 1970.
    public static let latest: Int64 = 253_370_764_800

    /// Creates the plays and rating of the track with this URI.
    public init(uri: String, plays: Int32, lastPlayed: Int64? = nil, rating: Double? = nil) {
        self.uri = uri
        self.plays = plays
        self.lastPlayed = lastPlayed
        self.rating = rating
    }
}
