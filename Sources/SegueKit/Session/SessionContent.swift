public import SegueCore

/// What was found on disk at the start.
public struct StoredSession: Sendable, Hashable {
    /// The queue with its orders, what was shown and where, volume, repeat mode and output.
    public var session: SavedSession
    var playlists: [PlaylistRecord] = []
    /// The summaries of analysed files, the most recent last.
    var ends: [FileEnds] = []

    /// A session without playlists, before which nothing was measured.
    public init(session: SavedSession) {
        self.session = session
    }
}

/// The part of the session that moves while music plays: small, and rewritten as a whole.
public struct SessionPlayback: Sendable, Hashable {
    /// The entry that was shown; nil with an empty queue.
    public var current: EntryID?
    /// Where the shown track was.
    public var position: MediaTime
    /// The person's volume, linear 0…1.
    public var volume: Double
    /// What happens at the end of a track or of the queue.
    public var repeatMode: RepeatMode
    /// What is switched on beside repeat and shuffle; what is of the moment is not kept.
    public var modes: PlayModes
    /// The output that was chosen in the place of the configured one; nil if none was.
    public var output: ChosenOutput?

    /// Where playback is. Without `output`, the configured one is in use.
    public init(
        current: EntryID?, position: MediaTime, volume: Double, repeatMode: RepeatMode,
        modes: PlayModes = PlayModes(), output: ChosenOutput? = nil
    ) {
        self.current = current
        self.position = position
        self.volume = volume
        self.repeatMode = repeatMode
        self.modes = modes
        self.output = output
    }

    init(_ session: SavedSession) {
        self.init(
            current: session.current.map { session.entries[$0].id }, position: session.position,
            volume: session.volume, repeatMode: session.repeatMode, modes: session.modes, output: session.output)
    }
}

/// What is remembered of a file or stream across queues, by its URI.
public struct TrackStatistics: Sendable, Hashable {
    /// How often the file or stream was played.
    public var useCount: Int32
    /// When it was last played, as ISO 8601; nil if it never was.
    public var lastUsed: String?
    /// The rating, 0…1; nil if there never was one, or it was taken away.
    public var userRating: Double?
    /// The stamp of the file in the library, by which it is found where it has moved; nil for one that is not there.
    var stamp: FileStamp?

    /// What is remembered; by default that nothing was played or rated.
    public init(useCount: Int32 = 0, lastUsed: String? = nil, userRating: Double? = nil) {
        self.useCount = useCount
        self.lastUsed = lastUsed
        self.userRating = userRating
    }
}

extension TrackMetadata {
    /// Lays what is remembered over what the tags say.
    mutating func adopt(_ statistics: TrackStatistics) {
        if statistics.useCount > 0 { useCount = statistics.useCount }
        lastUsed = statistics.lastUsed ?? lastUsed
        userRating = statistics.userRating ?? userRating
    }
}

/// Where a `SessionStore` reads what a single change does not say. Both functions are called within the call that has
/// the source, on the caller's thread, and only when they are needed.
public struct SessionSource {
    /// Gives the whole session. Called when everything has to be written.
    public var session: () -> SavedSession
    /// Gives the entry that another one stands behind in list order; nil for the very first. Called for insertions
    /// under shuffle, where a `QueueChange` tells the play order only.
    public var listPredecessor: (EntryID) -> EntryID?

    /// A source of these two answers.
    public init(session: @escaping () -> SavedSession, listPredecessor: @escaping (EntryID) -> EntryID?) {
        self.session = session
        self.listPredecessor = listPredecessor
    }
}

/// One write that waits for the disk.
enum SessionEdit: Sendable {
    case inserted([QueueEntry], after: EntryID?)
    /// Under shuffle: behind `after` in play order, behind `listAfter` in list order.
    case insertedShuffled([QueueEntry], after: EntryID?, listAfter: EntryID?)
    case removed([EntryID])
    case moved(EntryID, after: EntryID?, isShuffled: Bool)
    case metadataChanged([QueueEntry])
    /// All entries, in list order.
    case arranged([EntryID])
    /// The play order under shuffle; nil without shuffle.
    case reordered([EntryID]?)
    /// What is on disk may be anything.
    case replaced(SavedSession)
}

extension SessionEdit {
    /// The edit that saves `change`; nil when there is nothing to save, and for `replaced`, which no single edit can.
    init?(_ change: QueueChange, isShuffled: Bool, _ source: SessionSource) {
        switch change {
        case .inserted(let entries, let after):
            guard let first = entries.first else { return nil }
            self =
                isShuffled
                ? .insertedShuffled(entries, after: after, listAfter: source.listPredecessor(first.id))
                : .inserted(entries, after: after)
        case .removed(let ids): self = .removed(ids)
        case .moved(let id, let after): self = .moved(id, after: after, isShuffled: isShuffled)
        case .metadataChanged(let entries): self = .metadataChanged(entries)
        case .arranged(let order): self = .arranged(order)
        case .reordered(let order): self = .reordered(order)
        case .replaced: return nil
        }
    }
}

enum StatisticsEdit: Sendable {
    case used(uri: String, at: String)
    case rated(uri: String, Double?)
    /// Statistics of another player, to be merged.
    case merged(uri: String, TrackStatistics)
    case located(TrackWhereabouts)
}

extension TrackStatistics {
    /// Returns the greater number of plays, the later last play, and this rating or else the other one.
    func merged(with other: TrackStatistics) -> TrackStatistics {
        var merged = self
        merged.useCount = max(useCount, other.useCount)
        merged.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
        merged.userRating = userRating ?? other.userRating
        return merged
    }

    /// Returns the sum of the plays, the later last play, and this rating or else the former one.
    fileprivate func following(_ former: TrackStatistics) -> TrackStatistics {
        var sum = merged(with: former)
        sum.useCount = Int32(clamping: Int64(useCount) + Int64(former.useCount))
        sum.stamp = stamp ?? former.stamp
        return sum
    }
}

extension [String: TrackStatistics] {
    /// As the database takes it over (`SessionDatabase`).
    mutating func apply(_ edit: StatisticsEdit) {
        switch edit {
        case .used(let uri, let time):
            var known = self[uri] ?? TrackStatistics()
            known.useCount = Swift.min(known.useCount, .max - 1) + 1
            known.lastUsed = time
            self[uri] = known
        case .rated(let uri, let rating): self[uri, default: TrackStatistics()].userRating = rating
        case .merged(let uri, let other): self[uri] = (self[uri] ?? TrackStatistics()).merged(with: other)
        case .located(let whereabouts):
            for (uri, stamp) in whereabouts.stamps { self[uri]?.stamp = stamp }
            let moved = whereabouts.moves.compactMap { former, uri in removeValue(forKey: former).map { (uri, $0) } }
            for (uri, known) in moved { self[uri] = (self[uri] ?? TrackStatistics()).following(known) }
        }
    }
}

/// What goes to disk in one transaction.
struct SessionBatch: Sendable {
    var edits: [SessionEdit] = []
    /// What takes the last edits back; nil when that is as it was.
    var history: EditHistory?
    var playback: SessionPlayback?
    var statistics: [StatisticsEdit] = []
    /// All playlists; nil when they are as they were.
    var playlists: [PlaylistRecord]?
    /// All transitions that a person has set; nil when they are as they were.
    var pins: [TransitionPin]?

    var isEmpty: Bool {
        edits.isEmpty && history == nil && playback == nil && statistics.isEmpty && playlists == nil && pins == nil
    }
}
