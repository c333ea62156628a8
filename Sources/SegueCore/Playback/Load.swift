/// One file in one deck.
struct Load: Sendable {
    enum Purpose: Sendable, Equatable {
        /// The track that follows automatically.
        case advance
        /// The track to which the user, or the start of a session, navigated.
        case navigation
        /// The same track at another position. `from` is the position before the seek.
        case seek(from: MediaTime)
        /// The same track at the position where its connection broke off.
        case reconnection

        /// True if the load is of the track that is already heard.
        var staysInTrack: Bool { origin != nil || self == .reconnection }

        /// The position before the seek; nil for another purpose.
        var origin: MediaTime? {
            guard case .seek(let from) = self else { return nil }
            return from
        }
    }

    var generation: LoadGeneration
    var entry: QueueEntry
    var start: MediaTime
    var purpose: Purpose
    /// The opening time of the load, and the seconds within which it must be ready.
    var openedAt = MediaTime.zero
    var limit = 0
    /// The loudness gain of the load.
    var gain = TrackGain(linear: 1, source: .off)
    /// The engine's facts about the load; nil until it is ready.
    var info: LoadedTrack?
    /// The fill level of the load's reserve, 0…100; below 100 the load can't play.
    var fill = 100
    /// The error of a load that has broken off; nil otherwise.
    var breakage: AudioPlayerError? {
        didSet { fill = 0 }
    }
    /// True if the load plays, or the engine has been instructed to play it.
    var isCommitted = false
    /// The navigation for which the load was opened, until the load is heard.
    var request: Navigation?
    /// The limits by which the silence of the load was measured; nil if it was not.
    var silence: SilenceLimits?
    /// True if the load begins with its first audio, without the silence before it.
    var isTrimmed = false
    /// The part of the media that is not silent; nil if it was not measured.
    var audible: ClosedRange<MediaTime>?

    /// The metadata of the track, from the queue and from the load itself.
    var metadata: TrackMetadata { described.metadata }

    /// The entry with all known metadata, for reports about it.
    var described: QueueEntry {
        var described = entry
        if let info { described.metadata.adopt(info.metadata, isLive: info.isLive) }
        described.metadata.duration = duration
        return described
    }

    /// The length. Once a stream is loaded, its own length replaces the length claimed by a playlist or client.
    var duration: MediaTime? {
        if let info, !entry.isLocal { return info.metadata.duration }
        return info?.metadata.duration ?? entry.metadata.duration
    }
    /// The position at which a fade to the next track has to end.
    var fadeEnd: MediaTime? { audible?.upperBound ?? duration }
    /// True if the load has less audio in reserve than it needs.
    var isStarving: Bool { fill < 100 }

    /// Adopts new metadata of the load's entry. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        entry.refresh(known)
        request?.candidate.refresh(known)
    }
}
