import EventLoop
public import SegueCore

/// The session on disk (design.md, Session), a SQLite database in `$XDG_STATE_HOME/segue`. The session has the queue
/// with its orders, the current entry and position, volume, repeat mode, output, and the statistics of each track.
///
/// Only `flush` and `close` wait for the disk. Changes are passed to the thread of the worker in order; changes that
/// arrive while it writes go into one transaction. A queue edit writes the rows that it changes. At most `pendingLimit`
/// edits are queued. Beyond that, and after a failed write, the store requests the whole session, which replaces all
/// edits. Every call may come from any thread; changes are saved in the order of the calls.
public final class SessionStore: Sendable {
    /// The largest number of queue edits that are queued for the disk.
    static let pendingLimit = 1000

    private struct State {
        var batch = SessionBatch()
        var isScheduled = false
        /// True if the contents on disk, with the queued changes, match the player.
        var isInStep = false
        var isShuffled = false
        var isClosed = false
        /// The statistics of each file and stream, with the queued changes; nil until they have been read.
        var statistics: [String: TrackStatistics]?

        /// Adopts the statistics from disk, once.
        mutating func learn(_ stored: [String: TrackStatistics]) {
            guard statistics == nil else { return }
            statistics = stored
            for edit in batch.statistics { statistics?.apply(edit) }
        }
    }

    /// The absolute path of the database, which need not exist.
    public let path: String
    private let worker: DiskWorker
    private let state = Locked(State())
    // Locked during a transaction: only for threads that may wait, those of the worker and of the analysis.
    private let storage: Locked<SessionStorage>

    /// Opens nothing yet: the database is opened, or created, by the first `load` or change.
    /// - Parameters:
    ///   - path: absolute; nil for `$XDG_STATE_HOME/segue/session.sqlite`.
    ///   - worker: the worker that does all of the work.
    ///   - report: called on the worker's thread if the session can't be restored or saved, once for each problem. It
    ///     must not wait for the store.
    public init(
        path: String? = nil, worker: DiskWorker, report: @escaping @Sendable (SessionProblem) -> Void
    ) {
        let path = path ?? "\(UserFolder.state.path)/session.sqlite"
        self.path = path
        self.worker = worker
        storage = Locked(SessionStorage(path: path, report: report))
    }

    // MARK: - Reading

    /// Returns the session that was saved last. Nil if there is none, or if it is unusable, which has then been
    /// reported. Without a file, returns immediately and opens nothing. The player must adopt the result before it
    /// records changes.
    public func load(isolation: isolated (any Actor)? = #isolation) async -> StoredSession? {
        guard FileAccess.exists(path) else {
            state.withLock { state in
                state.isInStep = true
                state.learn([:])
            }
            return nil
        }
        return await withCheckedContinuation { continuation in
            worker.perform { continuation.resume(returning: self.read()) }
        }
    }

    /// Finds the statistics of these files and streams, by their URIs. Files and streams that were never played or
    /// rated are left out. Changes that were recorded before are included. The completion is called immediately, or on
    /// the worker's thread if nothing has been read yet. An added entry thus never waits until a long queue is saved.
    public func statistics(
        of uris: [String], _ completion: @escaping @Sendable ([String: TrackStatistics]) -> Void
    ) {
        @Sendable func pick(from known: [String: TrackStatistics]) -> [String: TrackStatistics] {
            Dictionary(uris.compactMap { uri in known[uri].map { (uri, $0) } }) { first, _ in first }
        }
        if let known = state.withLock({ $0.statistics }) { return completion(pick(from: known)) }
        worker.perform {
            self.readStatistics()
            completion(pick(from: self.state.withLock { $0.statistics } ?? [:]))
        }
    }

    /// Finds the tracks with statistics, by their URIs, with the stamps of their files: the track of this URI or, by
    /// default, all. The completion is called on the worker's thread.
    func stamps(of uri: String? = nil, _ completion: @escaping @Sendable ([String: FileStamp?]) -> Void) {
        worker.perform {
            if self.state.withLock({ $0.statistics == nil }) { self.readStatistics() }
            let known = self.state.withLock { $0.statistics } ?? [:]
            guard let uri else { return completion(known.mapValues(\.stamp)) }
            completion(known[uri].map { [uri: $0.stamp] } ?? [:])
        }
    }

    private func readStatistics() {
        let stored = FileAccess.exists(path) ? withDatabase { try $0.statistics() } : nil
        state.withLock { $0.learn(stored ?? [:]) }
    }

    private func read() -> StoredSession? {
        guard let (stored, statistics) = withDatabase(isReading: true, { (try $0.read(), try $0.statistics()) }) else {
            state.withLock { $0.learn([:]) }
            return nil
        }
        state.withLock { state in
            state.learn(statistics)
            state.isInStep = true
            state.isShuffled = stored.session.shuffleOrder != nil
        }
        return stored
    }

    // MARK: - Changes

    /// Saves what a step has changed: all of it or, if the process ends first, nothing. Does nothing after `close`.
    ///
    /// If several states of playback are queued for the disk, only the last counts: a call every few seconds is fine.
    /// - Parameters:
    ///   - changes: the changes of the play order, as reported by the effects of the core, in order.
    ///   - history: the history for undo; nil if it has not changed.
    ///   - pins: all transitions that the user has set; nil if they have not changed.
    ///   - playback: the state of playback; nil if it has not changed.
    ///   - source: queried, before this call returns, for facts that the changes do not contain.
    public func record(
        _ changes: [QueueChange] = [], history: EditHistory? = nil, pins: [TransitionPin]? = nil,
        playback: SessionPlayback? = nil, from source: SessionSource
    ) {
        let (needsAll, isShuffled) = state.withLock { state in
            (
                !state.isInStep || state.batch.edits.count + changes.count > Self.pendingLimit,
                state.isShuffled
            )
        }
        // The session includes all changes of the step.
        if needsAll || changes.contains(.replaced) { return replace(source.session()) }
        var isShuffledNow = isShuffled
        let edits = changes.compactMap { change in
            if case .reordered(let order) = change { isShuffledNow = order != nil }
            return SessionEdit(change, isShuffled: isShuffledNow, source)
        }
        schedule { [isShuffledNow] state in
            state.batch.edits += edits
            state.batch.history = history ?? state.batch.history
            state.batch.pins = pins ?? state.batch.pins
            state.batch.playback = playback ?? state.batch.playback
            state.isShuffled = isShuffledNow
        }
    }

    /// Counts one more play of a file or stream. `time` is ISO 8601.
    public func recordUse(of uri: String, at time: String) {
        appendStatistics(.used(uri: uri, at: time))
    }

    /// Saves a rating of 0…1; nil removes it.
    public func recordRating(_ rating: Double?, of uri: String) {
        appendStatistics(.rated(uri: uri, rating))
    }

    /// Merges the statistics of another player into the statistics of this one (`TrackStatistics.merged`). The
    /// completion is called on the worker's thread after the attempt to save them.
    func merge(_ statistics: [String: TrackStatistics], _ completion: @escaping @Sendable () -> Void) {
        for (uri, other) in statistics { appendStatistics(.merged(uri: uri, other)) }
        worker.perform { completion() }
    }

    /// Moves the statistics of tracks to their present URIs.
    func record(_ whereabouts: TrackWhereabouts) {
        if !whereabouts.isEmpty { appendStatistics(.located(whereabouts)) }
    }

    /// Replaces all playlists on disk.
    func record(_ playlists: [PlaylistRecord]) {
        schedule { $0.batch.playlists = playlists }
    }

    /// Runs `body` with the database on the worker's thread, and then `completion` there. If reading or writing fails,
    /// the value is nil, without a report.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (SessionDatabase) throws -> Value,
        _ completion: @escaping @Sendable (Value?) -> Void = { _ in }
    ) {
        worker.perform { completion(self.now(body)) }
    }

    /// Runs `body` with the database. Blocks: not for the loop's thread. Returns nil if `body` fails, without a
    /// report.
    func now<Value: Sendable>(_ body: (SessionDatabase) throws -> Value) -> Value? {
        storage.withLock { try? $0.opened().map(body) }
    }

    /// Blocks until everything recorded so far is on disk, or has been reported as not saved. Meant for the end of the
    /// player.
    public func flush() {
        worker.finish()
    }

    /// Waits like `flush`, and closes the database. Later changes are not saved.
    public func close() {
        state.withLock { $0.isClosed = true }
        worker.perform { self.storage.withLock { $0.close() } }
        worker.finish()
    }

    private func appendStatistics(_ edit: StatisticsEdit) {
        schedule { state in
            state.statistics?.apply(edit)
            state.batch.statistics.append(edit)
            state.batch.statistics.removeFirst(max(0, state.batch.statistics.count - Self.pendingLimit))
        }
    }

    private func replace(_ session: SavedSession) {
        schedule { state in
            // The session already includes the queued changes.
            state.batch.edits = [.replaced(session)]
            state.batch.history = session.edits
            state.batch.playback = nil
            state.isInStep = true
            state.isShuffled = session.shuffleOrder != nil
        }
    }

    private func schedule(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            change(&state)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { worker.perform { self.writeBatch() } }
    }

    // MARK: - On the worker's thread

    private func writeBatch() {
        let batch = state.withLock { state in
            state.isScheduled = false
            defer { state.batch = SessionBatch() }
            return state.batch
        }
        guard !batch.isEmpty else { return }
        if withDatabase({ try $0.write(batch) }) != nil {
            return storage.withLock { $0.noteSuccess() }
        }
        let isUnusable = storage.withLock { $0.isUnusable }
        state.withLock { state in
            guard !isUnusable else {
                state.isClosed = true
                return
            }
            state.batch.playlists = state.batch.playlists ?? batch.playlists
            state.batch.pins = state.batch.pins ?? batch.pins
            state.batch.statistics = (batch.statistics + state.batch.statistics).suffix(Self.pendingLimit)
            if case .replaced = state.batch.edits.first { return }
            state.batch.edits = []
            state.isInStep = false
        }
    }

    /// Runs `body` with the database, opened if necessary. Returns nil if that failed, which has been reported.
    /// `isReading` is true if `body` restores the session.
    private func withDatabase<Value: Sendable>(
        isReading: Bool = false, _ body: (SessionDatabase) throws -> Value
    ) -> Value? {
        storage.withLock { storage in
            do {
                return try storage.opened().map(body)
            } catch {
                storage.recover(from: error, isReading: isReading)
                return nil
            }
        }
    }
}
