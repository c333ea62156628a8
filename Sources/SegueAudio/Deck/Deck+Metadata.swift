import CGStreamer
import EventLoop
import SegueCore

/// The description of a load, from its own media.
extension Deck {
    /// Returns the file's description before it plays. Do not call while a stream may have stalled: its source might
    /// reconnect to answer.
    func describe() -> LoadedTrack {
        let isSeekable = isSeekable
        let isLive = isSentLive || (duration == nil && !isSeekable && !shared.withLock { $0.source.hasLength })
        return LoadedTrack(metadata: metadata(isLive: isLive), isSeekable: isSeekable, isLive: isLive)
    }

    /// Returns the tags that have arrived by now.
    func metadata(isLive: Bool) -> TrackMetadata {
        var metadata = TrackMetadata()
        gatePad.forEachTagList { TagReader.apply($0, to: &metadata) }
        return complete(metadata, isLive: isLive)
    }

    /// Returns the tags from this event on, which has not passed yet.
    func tags(with event: UnsafeMutablePointer<GstEvent>) -> TrackMetadata {
        var metadata = TrackMetadata()
        var new: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &new)
        guard let new else { return metadata }
        // The new list replaces earlier ones of the same scope.
        gatePad.forEachTagList { old in
            if gst_tag_list_get_scope(old) != gst_tag_list_get_scope(new) { TagReader.apply(old, to: &metadata) }
        }
        TagReader.apply(new, to: &metadata)
        return metadata
    }

    /// Returns these tags, completed with the format, the duration and, if the load is live, the station's titles.
    func complete(_ tags: TrackMetadata, isLive: Bool) -> TrackMetadata {
        var metadata = tags
        if let format = converterInput.audioFormat {
            metadata.sampleRate = format.rate
            metadata.channels = format.channels
        }
        if isLive { StationTitle.apply(to: &metadata, station: stationName) }
        metadata = metadata.limited(to: excerpt)
        metadata.duration = duration
        return metadata
    }

    /// True if the server says that the load is live. A length in the data is then ignored: encoders write a header
    /// with a length for a station too.
    var isSentLive: Bool { shared.withLock { $0.source.isSentLive } }

    /// The length of the track, if known.
    var duration: MediaTime? { excerpt.map { $0.length(of: wholeDuration) } ?? wholeDuration }

    /// The length of the whole media, if known.
    private var wholeDuration: MediaTime? {
        guard !isSentLive else { return nil }
        let (counted, longest) = shared.withLock { ($0.length, $0.longest) }
        guard let length = counted ?? statedDuration, longest.map({ length <= $0 }) ?? true else { return nil }
        return length
    }

    /// The length that the media states.
    private var statedDuration: MediaTime? {
        var nanoseconds: gint64 = -1
        guard gst_pad_peer_query_duration(converterInput.pointer, GST_FORMAT_TIME, &nanoseconds) != 0, nanoseconds > 0
        else { return nil }
        return MediaTime(nanoseconds: Int64(nanoseconds))
    }

    /// True if other positions can be reached.
    var isSeekable: Bool {
        !isSentLive && Self.isSeekable({ gst_pad_peer_query(converterInput.pointer, $0) }, in: GST_FORMAT_TIME)
    }

    /// Returns true if positions in this format can be reached, according to the element or pad that `ask` queries.
    static func isSeekable(_ ask: (UnsafeMutablePointer<GstQuery>?) -> gboolean, in format: GstFormat) -> Bool {
        guard let query = gst_query_new_seeking(format) else { return false }
        defer { gst_mini_object_unref(segue_query_mini_object(query)) }
        var seekable: gboolean = 0
        guard ask(query) != 0 else { return false }
        gst_query_parse_seeking(query, nil, &seekable, nil, nil)
        return seekable != 0
    }
}
