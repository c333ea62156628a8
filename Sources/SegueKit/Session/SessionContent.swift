public import SegueCore

/// The contents of the session on disk at the start.
public struct StoredSession: Sendable, Hashable {
    /// The queue with its orders, the shown entry and its position, volume, repeat mode and output.
    public var session: SavedSession
    var playlists: [PlaylistRecord] = []
    /// The summaries of analysed files, the most recent last.
    var ends: [FileEnds] = []

    /// Creates a session without playlists and without earlier analyses.
    public init(session: SavedSession) {
        self.session = session
    }
}

/// The part of the session that changes during playback: small, and rewritten as a whole.
public struct SessionPlayback: Sendable, Hashable {
    /// The shown entry; nil with an empty queue.
    public var current: EntryID?
    /// The position in the shown track.
    public var position: MediaTime
    /// The user's volume, linear 0…1.
    public var volume: Double
    /// The continuation after the end of a track or of the queue.
    public var repeatMode: RepeatMode
    /// The modes beside repeat and shuffle; momentary modes are not stored.
    public var modes: PlayModes
    /// The output that was chosen instead of the configured output; nil if none was.
    public var output: ChosenOutput?

    /// Creates the playback part. Without `output`, the configured output is in use.
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

/// The statistics of a file or stream across queues, by its URI.
public struct TrackStatistics: Sendable, Hashable {
    /// The number of plays.
    public var useCount: Int32
    /// The time of the last play, as ISO 8601; nil if there was none.
    public var lastUsed: String?
    /// The rating, 0…1; nil if there is none, or if it was removed.
    public var userRating: Double?
    /// The stamp of the file in the library, by which a moved file is found; nil for a file that is not in the library.
    var stamp: FileStamp?

    /// Creates statistics; by default, those of a file without plays and rating.
    public init(useCount: Int32 = 0, lastUsed: String? = nil, userRating: Double? = nil) {
        self.useCount = useCount
        self.lastUsed = lastUsed
        self.userRating = userRating
    }
}

extension TrackMetadata {
    /// Adds the statistics, which take precedence over the tags.
    mutating func adopt(_ statistics: TrackStatistics) {
        if statistics.useCount > 0 { useCount = statistics.useCount }
        lastUsed = statistics.lastUsed ?? lastUsed
        userRating = statistics.userRating ?? userRating
    }
}

/// The access of a `SessionStore` to facts that a single change does not contain. Both functions are called within the
/// call that receives the source, on the caller's thread, and only if they are needed.
public struct SessionSource {
    /// The function that returns the whole session. Called if everything has to be written.
    public var session: () -> SavedSession
    /// The function that returns the entry before the given entry in list order; nil for the first entry. Called for
    /// insertions under shuffle, where a `QueueChange` contains only the play order.
    public var listPredecessor: (EntryID) -> EntryID?

    /// Creates a source from these two functions.
    public init(session: @escaping () -> SavedSession, listPredecessor: @escaping (EntryID) -> EntryID?) {
        self.session = session
        self.listPredecessor = listPredecessor
    }
}

/// One write that is queued for the disk.
enum SessionEdit: Sendable {
    case inserted([QueueEntry], after: EntryID?)
    /// Under shuffle: after `after` in play order, after `listAfter` in list order.
    case insertedShuffled([QueueEntry], after: EntryID?, listAfter: EntryID?)
    case removed([EntryID])
    case moved(EntryID, after: EntryID?, isShuffled: Bool)
    case metadataChanged([QueueEntry])
    /// All entries, in list order.
    case arranged([EntryID])
    /// The play order under shuffle; nil without shuffle.
    case reordered([EntryID]?)
    /// The whole session; the contents on disk may be anything.
    case replaced(SavedSession)
}

extension SessionEdit {
    /// Creates the edit that saves `change`; nil if there is nothing to save, and for `replaced`, which no single edit
    /// can save.
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
    /// The statistics of another player, to be merged.
    case merged(uri: String, TrackStatistics)
    case located(TrackWhereabouts)
}

extension TrackStatistics {
    /// Returns the greater number of plays, the later last play, and this rating or, without one, the other rating.
    func merged(with other: TrackStatistics) -> TrackStatistics {
        var merged = self
        merged.useCount = max(useCount, other.useCount)
        merged.lastUsed = [lastUsed, other.lastUsed].compactMap(\.self).max()
        merged.userRating = userRating ?? other.userRating
        return merged
    }

    /// Returns the sum of the plays, the later last play, and this rating or, without one, the former rating.
    fileprivate func following(_ former: TrackStatistics) -> TrackStatistics {
        var sum = merged(with: former)
        sum.useCount = Int32(clamping: Int64(useCount) + Int64(former.useCount))
        sum.stamp = stamp ?? former.stamp
        return sum
    }
}

extension [String: TrackStatistics] {
    /// Applies an edit in the same way as the database (`SessionDatabase`).
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

/// The contents of one transaction.
struct SessionBatch: Sendable {
    var edits: [SessionEdit] = []
    /// The history for undo; nil if it has not changed.
    var history: EditHistory?
    var playback: SessionPlayback?
    var statistics: [StatisticsEdit] = []
    /// All playlists; nil if they have not changed.
    var playlists: [PlaylistRecord]?
    /// All transitions that the user has set; nil if they have not changed.
    var pins: [TransitionPin]?

    var isEmpty: Bool {
        edits.isEmpty && history == nil && playback == nil && statistics.isEmpty && playlists == nil && pins == nil
    }
}
