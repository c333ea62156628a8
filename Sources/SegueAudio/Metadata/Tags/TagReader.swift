import CGStreamer
import SegueCore
import SegueFiles

/// Translates GStreamer's tags into the player's track metadata (mpris.md, Metadata).
enum TagReader {
    /// Copies everything in `list` into `metadata`. Fields that the list doesn't mention keep their values, so the
    /// lists of one stream can be applied as they come. Covers are not text: `ArtworkCache.embeddedCover(in:)` reads
    /// them.
    static func apply(_ list: UnsafePointer<GstTagList>, to metadata: inout TrackMetadata) {
        let tags = Tags(list)
        applyNames(tags, to: &metadata)
        applyNumbers(tags, to: &metadata)
        if let date = TagDate.contentCreated(in: tags) { metadata.contentCreated = date }
        if let format = FormatName.name(
            codec: tags.line(GST_TAG_AUDIO_CODEC), container: tags.line(GST_TAG_CONTAINER_FORMAT))
        {
            metadata.format = format
        }
        applyLoudness(tags, to: &metadata)
        // Last, because freeform tags have lower priority than the tags that GStreamer knows.
        applyFreeform(FreeformTags(tags), to: &metadata)
    }

    private static func applyNames(_ tags: Tags, to metadata: inout TrackMetadata) {
        if let title = tags.line(GST_TAG_TITLE) { metadata.title = title }
        if let album = tags.line(GST_TAG_ALBUM) { metadata.album = album }
        metadata.artists.replace(with: tags.list(GST_TAG_ARTIST))
        metadata.albumArtists.replace(with: tags.list(GST_TAG_ALBUM_ARTIST))
        metadata.genres.replace(with: tags.list(GST_TAG_GENRE))
        metadata.composers.replace(with: tags.list(GST_TAG_COMPOSER))
        // Vorbis comments call the comment a description.
        let comments = tags.comments(GST_TAG_COMMENT)
        metadata.comments.replace(with: comments.isEmpty ? tags.comments(GST_TAG_DESCRIPTION) : comments)
        if let lyrics = tags.strings(GST_TAG_LYRICS, atMost: 1).first {
            metadata.lyrics = TagText.lines(lyrics, limit: TagText.lyricsLimit)
        }
    }

    private static func applyNumbers(_ tags: Tags, to metadata: inout TrackMetadata) {
        if let number = tags.ordinal(GST_TAG_TRACK_NUMBER) { metadata.trackNumber = number }
        if let number = tags.ordinal(GST_TAG_ALBUM_VOLUME_NUMBER) { metadata.discNumber = number }
        if let beats = tags.double(GST_TAG_BEATS_PER_MINUTE)?.rounded(), (1...2000).contains(beats) {
            metadata.beatsPerMinute = Int32(beats)
        }
        if let percent = tags.unsigned(GST_TAG_USER_RATING), percent <= 100 {
            metadata.userRating = Double(percent) / 100
        }
    }

    private static func applyFreeform(_ own: FreeformTags, to metadata: inout TrackMetadata) {
        metadata.lyricists.replace(with: own.lyricists)
        if metadata.albumArtists.isEmpty { metadata.albumArtists = own.albumArtists }
        if metadata.lyrics == nil, let lyrics = own.lyrics {
            metadata.lyrics = TagText.lines(lyrics, limit: TagText.lyricsLimit)
        }
        if metadata.userRating == nil { metadata.userRating = own.rating }
        if let ramp = own.mixRamp { metadata.mixRamp = ramp }
        metadata.loudness.applyR128(
            track: own.r128TrackGain, album: own.r128AlbumGain, overrides: metadata.format == "Opus")
    }
}

extension Array {
    fileprivate mutating func replace(with news: [Element]) {
        if !news.isEmpty { self = news }
    }
}
