/// What is known of a track from its tags, its stream and its neighbours on disk. Everything is optional: an
/// untagged file still plays. Strings are non-empty; arrays hold one item a person.
public struct TrackMetadata: Sendable, Hashable {
    /// The title from the tags; `QueueEntry.displayTitle` has a name for a track without one.
    public var title: String?
    /// The people who perform the track.
    public var artists: [String] = []
    /// The name of the album; of a radio station, its own name.
    public var album: String?
    /// The people whom the album is by.
    public var albumArtists: [String] = []
    /// The number of the track on its disc, from 1.
    public var trackNumber: Int32?
    /// The number of the disc in the album, from 1.
    public var discNumber: Int32?
    /// The genres, in the words of the tags.
    public var genres: [String] = []
    /// The people who wrote the music.
    public var composers: [String] = []
    /// The people who wrote the words.
    public var lyricists: [String] = []
    /// When the content was created, as ISO 8601 with at least the first day of the year: `1997-01-01T00:00:00`.
    public var contentCreated: String?
    /// Comments in free text.
    public var comments: [String] = []
    /// The words of the track, with line breaks.
    public var lyrics: String?
    /// The tempo in beats per minute.
    public var beatsPerMinute: Int32?
    /// The measured tempo of the whole track in beats per minute; nil where it is not known, or not one.
    public var tempo: Double?
    /// The rating, 0…1: that of a person in the player, or else that of the file; nil without one.
    public var userRating: Double?
    /// How often the track was played; nil where nothing is remembered of it.
    public var useCount: Int32?
    /// When the track was last played, as ISO 8601; nil if it never was.
    public var lastUsed: String?
    /// The exact length; nil where it is not known (a live stream).
    public var duration: MediaTime?
    /// `file:` URI of the cover in the cache, complete on disk before it is put here.
    public var artURI: String?
    /// The name that people give the codec: `FLAC`, `MP3`.
    public var format: String?
    /// The sample rate of the file, in hertz.
    public var sampleRate: Int32?
    /// How many channels the file has.
    public var channels: Int32?
    /// How loud the track is by its tags.
    public var loudness = Loudness()
    /// How the file begins and ends by its tags; nil without any.
    public var mixRamp: MixRamp?

    /// Metadata in which nothing is known.
    public init() {}
}

/// ReplayGain or R128 values of a track, in decibels against the player's reference of -18 LUFS, and linear peaks.
public struct Loudness: Sendable, Hashable {
    /// Decibels that bring the track to the reference; nil without a tag.
    public var trackGain: Double?
    /// The highest sample of the track, linear, 1 at full scale; nil without a tag.
    public var trackPeak: Double?
    /// Decibels that bring the album to the reference; nil without a tag.
    public var albumGain: Double?
    /// The highest sample of the album, linear, 1 at full scale; nil without a tag.
    public var albumPeak: Double?

    /// The values of the tags that there are.
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
        tempo = news.tempo ?? tempo
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
        mixRamp = news.mixRamp ?? mixRamp
    }

    /// What does not come from the file alone.
    var remembered: TrackMetadata {
        var remembered = TrackMetadata()
        remembered.userRating = userRating
        remembered.useCount = useCount
        remembered.lastUsed = lastUsed
        remembered.tempo = tempo
        return remembered
    }

    /// Whether `next` follows this track on the same album: same album and album artist, consecutive numbers on the
    /// same disc, or the first track of the next disc.
    func isFollowed(by next: TrackMetadata) -> Bool {
        guard isOnAlbum(of: next), let number = trackNumber, let nextNumber = next.trackNumber else { return false }
        // Tags hold any number, also the greatest one.
        let disc = Int64(discNumber ?? 1)
        let nextDisc = Int64(next.discNumber ?? 1)
        return disc == nextDisc
            ? Int64(nextNumber) == Int64(number) + 1 : nextDisc == disc + 1 && nextNumber == 1
    }

    /// True if both tracks tell the same album, by the same people.
    func isOnAlbum(of other: TrackMetadata) -> Bool {
        guard let album, album == other.album else { return false }
        return peopleOfAlbum == other.peopleOfAlbum
    }

    /// The album artists, or else the artists.
    var peopleOfAlbum: [String] { albumArtists.isEmpty ? artists : albumArtists }
}
