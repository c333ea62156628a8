/// The metadata of a track from its tags, its stream and its neighbours on disk. Everything is optional: an untagged
/// file still plays. Strings are non-empty; arrays hold one item per person.
public struct TrackMetadata: Sendable, Hashable {
    /// The title from the tags; `QueueEntry.displayTitle` provides a name for a track without one.
    public var title: String?
    /// The performers of the track.
    public var artists: [String] = []
    /// The name of the album; for a radio station, its own name.
    public var album: String?
    /// The artists of the album.
    public var albumArtists: [String] = []
    /// The number of the track on its disc, from 1.
    public var trackNumber: Int32?
    /// The number of the disc in the album, from 1.
    public var discNumber: Int32?
    /// The genres, as written in the tags.
    public var genres: [String] = []
    /// The composers of the music.
    public var composers: [String] = []
    /// The lyricists.
    public var lyricists: [String] = []
    /// The date of creation, as ISO 8601 with at least the first day of the year: `1997-01-01T00:00:00`.
    public var contentCreated: String?
    /// Comments in free text.
    public var comments: [String] = []
    /// The lyrics, with line breaks.
    public var lyrics: String?
    /// The tempo in beats per minute.
    public var beatsPerMinute: Int32?
    /// The measured tempo of the whole track in beats per minute; nil if it is unknown, or not constant.
    public var tempo: Double?
    /// The rating, 0…1: that of the user in the player, or else that of the file; nil without one.
    public var userRating: Double?
    /// The number of plays; nil if none is recorded.
    public var useCount: Int32?
    /// The date at which the track was last played, as ISO 8601; nil if it never was.
    public var lastUsed: String?
    /// The exact length; nil if it is unknown (a live stream).
    public var duration: MediaTime?
    /// The `file:` URI of the cover in the cache, which is complete on disk before it is assigned here.
    public var artURI: String?
    /// The common name of the codec: `FLAC`, `MP3`.
    public var format: String?
    /// The sample rate of the file, in hertz.
    public var sampleRate: Int32?
    /// The number of channels of the file.
    public var channels: Int32?
    /// The loudness of the track by its tags.
    public var loudness = Loudness()
    /// The loudness ramps of the file's beginning and ending by its tags; nil without any.
    public var mixRamp: MixRamp?

    /// Creates empty metadata.
    public init() {}
}

/// ReplayGain or R128 values of a track, in decibels relative to the player's reference of -18 LUFS, and linear peaks.
public struct Loudness: Sendable, Hashable {
    /// The gain in decibels that brings the track to the reference; nil without a tag.
    public var trackGain: Double?
    /// The highest sample value of the track, linear, 1 at full scale; nil without a tag.
    public var trackPeak: Double?
    /// The gain in decibels that brings the album to the reference; nil without a tag.
    public var albumGain: Double?
    /// The highest sample value of the album, linear, 1 at full scale; nil without a tag.
    public var albumPeak: Double?

    /// Creates values from the existing tags.
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
    /// Adopts all values that `news` contains and keeps the others: tags read ahead, from the stream and from the
    /// session are merged. The new title of a live stream is unrelated to the former one, and to its artists.
    mutating func adopt(_ news: TrackMetadata, isLive: Bool = false) {
        if isLive, news.title != nil { artists = [] }
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
        tempo = news.tempo ?? tempo
        // A rating given in the player precedes the file's rating.
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
        mixRamp = news.mixRamp ?? mixRamp
    }

    /// The values that do not come from the file alone.
    var remembered: TrackMetadata {
        var remembered = TrackMetadata()
        remembered.userRating = userRating
        remembered.useCount = useCount
        remembered.lastUsed = lastUsed
        remembered.tempo = tempo
        return remembered
    }

    /// Returns true if `next` follows this track on the same album. Album and album artist must be the same. The
    /// numbers must be consecutive on the same disc, or `next` must be the first track of the next disc.
    func isFollowed(by next: TrackMetadata) -> Bool {
        guard isOnAlbum(of: next), let number = trackNumber, let nextNumber = next.trackNumber else { return false }
        // Tags may contain any number, including the maximum.
        let disc = Int64(discNumber ?? 1)
        let nextDisc = Int64(next.discNumber ?? 1)
        return disc == nextDisc
            ? Int64(nextNumber) == Int64(number) + 1 : nextDisc == disc + 1 && nextNumber == 1
    }

    /// Returns true if both tracks name the same album by the same artists.
    func isOnAlbum(of other: TrackMetadata) -> Bool {
        guard let album, album == other.album else { return false }
        return peopleOfAlbum == other.peopleOfAlbum
    }

    /// The album artists, or else the artists.
    var peopleOfAlbum: [String] { albumArtists.isEmpty ? artists : albumArtists }
}
