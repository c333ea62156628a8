/// One file in one deck.
struct Load: Sendable {
    enum Purpose: Sendable, Equatable {
        /// The track that follows by itself.
        case advance
        /// The track that a person, or the start, went to.
        case navigation
        /// The same track at another position. The seek left the track at `from`.
        case seek(from: MediaTime)
        /// The same track where its connection broke off.
        case reconnection

        /// Whether the load is of the track that is heard already.
        var staysInTrack: Bool { origin != nil || self == .reconnection }

        /// The position that a seek left; nil for another purpose.
        var origin: MediaTime? {
            guard case .seek(let from) = self else { return nil }
            return from
        }
    }

    var generation: LoadGeneration
    var entry: QueueEntry
    var start: MediaTime
    var purpose: Purpose
    /// When the load was opened, and how many seconds it may take until it is ready.
    var openedAt = MediaTime.zero
    var limit = 0
    /// The loudness gain that the load sounds with.
    var gain = TrackGain(linear: 1, source: .off)
    /// What the engine knows of the load; nil until it is ready.
    var info: LoadedTrack?
    /// How full the reserve of the load is, 0…100; below 100 the load can't sound.
    var fill = 100
    /// Why the load has broken off; nil while it has not.
    var breakage: AudioPlayerError? {
        didSet { fill = 0 }
    }
    /// Whether the load sounds, or the engine has been told to let it.
    var isCommitted = false
    /// The navigation that the load was opened for, until the load is heard.
    var request: Navigation?
    /// The limits by which its silence was measured; nil if it was not.
    var silence: SilenceLimits?
    /// Whether the load begins with its first sound, and not with the silence before that.
    var isTrimmed = false
    /// The part of the media that is not silence; nil if that was not measured.
    var audible: ClosedRange<MediaTime>?

    /// What is known of the track, in the queue and by the load itself.
    var metadata: TrackMetadata { described.metadata }

    /// The entry with everything that is known of it, for reports about it.
    var described: QueueEntry {
        var described = entry
        if let info { described.metadata.adopt(info.metadata) }
        described.metadata.duration = duration
        return described
    }

    /// The length. Once a stream is loaded, its own length replaces the one that a playlist or client has claimed.
    var duration: MediaTime? {
        if let info, !entry.isLocal { return info.metadata.duration }
        return info?.metadata.duration ?? entry.metadata.duration
    }
    /// Where a fade to what follows has to end.
    var fadeEnd: MediaTime? { audible?.upperBound ?? duration }
    /// Whether the load has less sound in reserve than it needs.
    var isStarving: Bool { fill < 100 }

    /// Takes over what became known of its entry. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        entry.refresh(known)
        request?.candidate.refresh(known)
    }
}
