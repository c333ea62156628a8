/// One file in one deck.
struct Load: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
        /// The track that follows by itself.
        case advance
        /// The track that a person, or the start, went to.
        case navigation
        /// The same track at another position.
        case seek
        /// The same track where its connection broke off.
        case reconnection

        /// The track that is heard by now is heard on.
        var staysInTrack: Bool { self == .seek || self == .reconnection }
    }

    var generation: LoadGeneration
    var node: PlayerNode
    var entry: QueueEntry
    var start: MediaTime
    var purpose: Purpose
    /// Linear loudness gain it sounds with.
    var gain = 1.0
    /// Nil until it is ready.
    var info: LoadedTrack?
    /// How full its reserve is, 0…100; below 100 it can't sound.
    var fill = 100
    /// Why nothing more comes of it.
    var breakage: AudioPlayerError? {
        didSet { fill = 0 }
    }
    /// It sounds, or the engine has been told to let it.
    var isCommitted = false
    /// What it was opened for, until it is heard.
    var request: Navigation?
    /// What it was asked to be measured by.
    var silence: SilenceLimits?
    /// What sounds of it, if it was measured.
    var audible: ClosedRange<MediaTime>?

    /// What is known of the track, in the queue and by the load itself.
    var metadata: TrackMetadata { described.metadata }

    /// The entry with all that is known of it, for what is told of it.
    var described: QueueEntry {
        var described = entry
        if let info { described.metadata.adopt(info.metadata) }
        return described
    }

    var duration: MediaTime? { info?.metadata.duration ?? entry.metadata.duration }
    /// Where a fade to what follows has to end.
    var fadeEnd: MediaTime? { audible?.upperBound ?? duration }
    /// It begins with its first sound, and not with the silence in front of that.
    var isTrimmed: Bool { start > .zero && start == audible?.lowerBound }
    /// Whether it has less to be heard than it needs.
    var isStarving: Bool { fill < 100 }

    /// Takes over what became known of its entry. Does nothing for another one.
    mutating func refresh(_ known: QueueEntry) { entry.refresh(known) }
}
