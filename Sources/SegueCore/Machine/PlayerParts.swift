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
}

/// The attempts to open a stream again that broke off.
struct Reconnection: Sendable, Equatable {
    var id: EntryID
    var occurrence: UInt32
    /// Where it broke off first; far enough behind that the count starts anew.
    var place: MediaTime
    var attempts = 0
}

/// Where a person, or the start of a session, goes; not there yet.
struct Navigation: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Next and previous: candidates that can't be played are passed over.
        case skip
        /// One entry and no other.
        case jump
        /// The track ended or broke, and what follows is still loading.
        case advance
        /// In the place of this entry, which leaves the queue when the new one is ready.
        case replace(EntryID, MediaTime)
    }

    var kind: Kind
    var candidate: QueueEntry
    /// +1 or -1 in play order.
    var direction: Int
    /// Where the candidate stands in what was heard.
    var place = History.Place.ahead
    var position = MediaTime.zero
    var attempts = 0
    var ticket: CommandTicket?
    /// Waits for a burst of presses to end.
    var isSettling = false
    /// Comes back if nothing of what took its place can be played.
    var former: FormerQueue?
}

/// What a new queue took the place of, while it is not known whether anything of that can be played.
struct FormerQueue: Sendable, Equatable {
    var queue: PlayQueue
    var cursor: EntryID?
    var place: History.Place
    var history: History
    var playlist: PlaylistID?
    /// `PlayQueue.revision` of the new one: after an edit of it there is no way back.
    var successor: UInt64

    static func == (left: FormerQueue, right: FormerQueue) -> Bool { left.successor == right.successor }
}

/// Where the track stands that was stopped: playing goes on there.
struct StoppingPlace: Sendable, Equatable {
    var id: EntryID
    /// When it was stopped, and where the track was then, or where its fade-out has ended.
    var time: MediaTime
    var position: MediaTime
    /// Back to its start, even while it still fades out.
    var isRewound: Bool
}

/// A play that counts, and is not told of before its track is no longer shown: some clients take every change of the metadata for
/// a new track.
struct HeldPlay: Sendable, Equatable {
    var entry: QueueEntry
    /// All entries of its file, looked for when it counted: a skip has no time for that.
    var ids: [EntryID]
    var count: Int32
    var date: String
}

/// A position that was asked for and is not heard yet.
struct PendingSeek: Sendable, Equatable {
    var to: MediaTime
    var ticket: CommandTicket?
    /// Not announced yet, to spare the clients during a drag.
    var isUnannounced = false
}

/// The search for what follows by itself.
struct Prefetch: Sendable, Equatable {
    struct Basis: Sendable, Equatable {
        var cursor: EntryID?
        var revision: UInt64
        var repeatMode: RepeatMode
        var repeatCount: Int?
    }

    var basis: Basis
    var passedOver: [QueueEntry] = []
    /// Why nothing follows although the queue goes on.
    var error: AudioPlayerError?
}

/// A transition that the engine has been told of, and what it was computed from.
struct Plan: Sendable, Equatable {
    struct Basis: Sendable, Equatable {
        var outgoing: LoadGeneration
        var incoming: LoadGeneration
        var outgoingEnd: MediaTime?
        var incomingEnd: MediaTime?
        var crossfadeDuration: MediaTime
        var curve: FadeCurve
        var isGapless: Bool
        var gain: Double
    }

    var basis: Basis?
    var transition: TransitionPlan
}

/// A crossfade that is heard, or paused.
struct Fade: Sendable, Equatable {
    var record: TransitionRecord
    var span: FadeSpan
    var startedAt: MediaTime
    var announcedProgress = 0.0

    /// Of a whole fade with the present slope.
    var duration: MediaTime { MediaTime(seconds: span.duration.seconds / max(1 - span.progress, 0.000_001)) }

    func progress(incomingAt position: MediaTime) -> Double {
        guard span.duration > .zero else { return 1 }
        let share = (position - span.position).seconds / span.duration.seconds
        return min(1, span.progress + (1 - span.progress) * min(max(share, 0), 1))
    }
}

/// An output that a person went to, and that has not answered yet.
struct OutputChoice: Sendable, Equatable {
    var name: String
    var ticket: CommandTicket?
}

/// The way back to an output that went away.
struct OutputReturn: Sendable, Equatable {
    /// Sound is wanted: it goes on when the output is back.
    var isAwaited = false
    /// The engine has been asked to open it, and has not answered.
    var isOpening = false
    /// A person asked for sound meanwhile, and is to hear why there is none.
    var isAsked = false
    /// Of that person.
    var ticket: CommandTicket?
    /// Failed in a row; decides when the next one is made.
    var attempts = 0
    var lastLoss: MediaTime?
}

/// How much of a track is still to be heard before it counts as played (half of it, or 4 minutes), wherever in it.
struct PlayCount: Sendable, Equatable {
    var id: EntryID
    var occurrence: UInt32
    var remaining: MediaTime
    /// When the sound that is counted now began; nil while nothing is.
    var since: MediaTime?
    var isCounted = false
}

/// Times that belong to the machine rather than to a setting.
enum Timing {
    static let loadLimitSeconds = 10
    static let attempts = 3
    /// Presses closer together than this are one burst.
    static let burst = MediaTime(seconds: 0.25)
    /// A burst is over when nothing came for this long.
    static let settle = MediaTime(seconds: 0.15)
    static let seekBurst = MediaTime(seconds: 0.1)
    static let quickFinish = MediaTime(seconds: 1)
    static let fadeTick = MediaTime(seconds: 0.1)
    /// Hides the seam of a cut or a seek.
    static let cutRamp = MediaTime(seconds: 0.02)
    /// Takes a deck away that still sounds.
    static let releaseRamp = MediaTime(seconds: 0.04)
    /// Under this a fade is no fade.
    static let shortestFade = MediaTime(seconds: 0.3)
    /// How long before its turn a track on the network is opened.
    static let networkLead = MediaTime(seconds: 20)
    /// How long the tags that a load brings wait for the cover and the lyrics, so that a track is corrected once.
    static let tagPatience = MediaTime(seconds: 0.3)
    /// The pauses in front of the attempts to open a broken stream again.
    static let reconnections = [0.0, 1, 2, 4, 8, 15].map { MediaTime(seconds: $0) }
    /// A stream that went on for this long has recovered.
    static let reconnectionProof = MediaTime(seconds: 10)
    static let longestPlayCount = MediaTime(seconds: 240)
    /// Between the attempts to open an output that went away: the first is made at once, and the last of these is repeated.
    static let outputAttempts = [0.25, 0.5, 1, 2].map { MediaTime(seconds: $0) }
    /// An output that is lost again within this time is not a sound one: the attempts go on getting rarer.
    static let outputSettled = MediaTime(seconds: 10)
}
