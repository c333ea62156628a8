/// What is known of a track from its tags, its stream and its neighbours on disk. Everything is optional: an
/// untagged file still plays. Strings are non-empty; arrays hold one item a person.
public struct TrackMetadata: Sendable, Hashable {
    public var title: String?
    public var artists: [String] = []
    public var album: String?
    public var albumArtists: [String] = []
    /// From 1.
    public var trackNumber: Int32?
    /// From 1.
    public var discNumber: Int32?
    public var genres: [String] = []
    public var composers: [String] = []
    public var lyricists: [String] = []
    /// ISO 8601 with at least a year's first day: `1997-01-01T00:00:00`.
    public var contentCreated: String?
    public var comments: [String] = []
    public var lyrics: String?
    /// Beats per minute.
    public var beatsPerMinute: Int32?
    /// 0…1
    public var userRating: Double?
    public var useCount: Int32?
    /// ISO 8601.
    public var lastUsed: String?
    /// The exact length; nil where it is not known (a live stream).
    public var duration: MediaTime?
    /// `file:` URI of the cover in the cache, complete on disk before it is put here.
    public var artURI: String?
    /// A person's name of the codec: `FLAC`, `MP3`.
    public var format: String?
    /// Hertz, as in the file.
    public var sampleRate: Int32?
    public var channels: Int32?
    public var loudness = Loudness()

    public init() {}
}

/// ReplayGain or R128 values of a track, in decibels against the player's reference of -18 LUFS, and linear peaks.
public struct Loudness: Sendable, Hashable {
    public var trackGain: Double?
    public var trackPeak: Double?
    public var albumGain: Double?
    public var albumPeak: Double?

    public init(
        trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil, albumPeak: Double? = nil
    ) {
        self.trackGain = trackGain
        self.trackPeak = trackPeak
        self.albumGain = albumGain
        self.albumPeak = albumPeak
    }
}

extension TrackMetadata {
    /// Takes over everything that `news` knows and keeps the rest: tags read ahead, from the stream and from the
    /// session add up.
    mutating func adopt(_ news: TrackMetadata) {
        title = news.title ?? title
        artists = news.artists.isEmpty ? artists : news.artists
        album = news.album ?? album
        albumArtists = news.albumArtists.isEmpty ? albumArtists : news.albumArtists
        trackNumber = news.trackNumber ?? trackNumber
        discNumber = news.discNumber ?? discNumber
        genres = news.genres.isEmpty ? genres : news.genres
        composers = news.composers.isEmpty ? composers : news.composers
        lyricists = news.lyricists.isEmpty ? lyricists : news.lyricists
        contentCreated = news.contentCreated ?? contentCreated
        comments = news.comments.isEmpty ? comments : news.comments
        lyrics = news.lyrics ?? lyrics
        beatsPerMinute = news.beatsPerMinute ?? beatsPerMinute
        // What a person gave in the player counts more than what the file says.
        userRating = userRating ?? news.userRating
        useCount = news.useCount ?? useCount
        lastUsed = news.lastUsed ?? lastUsed
        duration = news.duration ?? duration
        artURI = news.artURI ?? artURI
        format = news.format ?? format
        sampleRate = news.sampleRate ?? sampleRate
        channels = news.channels ?? channels
        loudness = Loudness(
            trackGain: news.loudness.trackGain ?? loudness.trackGain,
            trackPeak: news.loudness.trackPeak ?? loudness.trackPeak,
            albumGain: news.loudness.albumGain ?? loudness.albumGain,
            albumPeak: news.loudness.albumPeak ?? loudness.albumPeak)
    }

    /// What does not come from the file alone.
    var remembered: TrackMetadata {
        var remembered = TrackMetadata()
        remembered.userRating = userRating
        remembered.useCount = useCount
        remembered.lastUsed = lastUsed
        return remembered
    }

    /// Whether `next` follows this track on the same album: same album and album artist, consecutive numbers on the
    /// same disc, or the first track of the next disc.
    func isFollowed(by next: TrackMetadata) -> Bool {
        guard let album, album == next.album, let number = trackNumber, let nextNumber = next.trackNumber else {
            return false
        }
        let people = albumArtists.isEmpty ? artists : albumArtists
        let nextPeople = next.albumArtists.isEmpty ? next.artists : next.albumArtists
        guard people == nextPeople else { return false }
        let disc = discNumber ?? 1
        let nextDisc = next.discNumber ?? 1
        return disc == nextDisc ? nextNumber == number + 1 : nextDisc == disc + 1 && nextNumber == 1
    }
}
