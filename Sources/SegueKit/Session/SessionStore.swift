import EventLoop
public import SegueCore

/// The session on disk (design.md, Session): the queue with its orders, what plays and where, volume, repeat mode,
/// output, and what is remembered of each track. It is a SQLite database in `$XDG_STATE_HOME/segue`.
///
/// No call but `flush` and `close` waits for the disk: changes are handed to the thread of the worker in order, and
/// those that arrive while it writes go into one transaction. A queue edit writes the rows that it changes. At most
/// `pendingLimit` edits wait. Beyond that, and after a failed write, the store asks for the whole session, which takes
/// the place of all edits. Every call may come from any thread; changes are saved in the order of the calls.
public final class SessionStore: Sendable {
    /// The most queue edits that wait for the disk.
    static let pendingLimit = 1000

    private struct State {
        var batch = SessionBatch()
        var isScheduled = false
        /// Whether the disk, with what waits for it, has what the player has.
        var isInStep = false
        var isShuffled = false
        var isClosed = false
        /// What is remembered of each file and stream, with what waits; nil until it has been read.
        var statistics: [String: TrackStatistics]?

        /// Takes over what is on disk, once.
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
    // Locked on the worker's thread only, where its content is used: nobody ever waits for it.
    private let storage: Locked<SessionStorage>

    /// Opens nothing yet: the database is opened, or made, with the first `load` or change.
    /// - Parameters:
    ///   - path: absolute; `$XDG_STATE_HOME/segue/session.sqlite` where none is given.
    ///   - worker: where all of the work is done.
    ///   - report: called on the worker's thread when the session can't be restored or saved, once for each trouble. It
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

    /// The session that was saved last. Nil when there is none, or when it is of no use, which has then been reported.
    /// Without a file, the answer comes at once, and nothing is opened. The player must take over what it gets before
    /// it records changes.
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

    /// What is remembered of these files and streams, by their URIs. Those that were never played or rated are left
    /// out. Changes that were recorded before are in it. The completion is called at once, or on the worker's thread
    /// where nothing has been read yet: an entry that is added must not wait for a long queue to be saved.
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

    /// The tracks of which something is remembered, by their URIs, with the stamps of their files. The completion is
    /// called as that of `statistics`.
    func stamps(_ completion: @escaping @Sendable ([String: FileStamp?]) -> Void) {
        worker.perform {
            if self.state.withLock({ $0.statistics == nil }) { self.readStatistics() }
            completion(self.state.withLock { $0.statistics?.mapValues(\.stamp) } ?? [:])
        }
    }

    private func readStatistics() {
        let stored = FileAccess.exists(path) ? withDatabase { try $0.statistics() } : nil
        state.withLock { $0.learn(stored ?? [:]) }
    }

    private func read() -> StoredSession? {
        guard let (stored, statistics) = withDatabase({ (try $0.read(), try $0.statistics()) }) else {
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

    /// Saves changes of the play order, as the effects of the core tell them, with what takes the last edits back. To
    /// be called after each step that has any, with all of them in order: they are saved together or not at all. Does
    /// nothing without changes, and after `close`.
    ///
    /// Without `history`, what takes the last edits back stays as it is on disk. `source` is asked for what the changes
    /// do not say, before this call returns.
    public func record(_ changes: [QueueChange], history: EditHistory? = nil, from source: SessionSource) {
        guard !changes.isEmpty else { return }
        let (needsAll, isShuffled) = state.withLock { state in
            (
                !state.isInStep || state.batch.edits.count + changes.count > Self.pendingLimit,
                state.isShuffled
            )
        }
        if needsAll { return replace(source.session()) }
        // The session has all of the step in it.
        if changes.contains(.replaced) { return replace(source.session()) }
        var isShuffledNow = isShuffled
        let edits = changes.compactMap { change in
            if case .reordered(let order) = change { isShuffledNow = order != nil }
            return SessionEdit(change, isShuffled: isShuffledNow, source)
        }
        schedule { [isShuffledNow] state in
            state.batch.edits += edits
            state.batch.history = history ?? state.batch.history
            state.isShuffled = isShuffledNow
        }
    }

    /// Saves where playback is. When several of these calls wait for the disk, the last one counts: a call every few
    /// seconds is fine.
    public func record(_ playback: SessionPlayback, from source: SessionSource) {
        if state.withLock({ !$0.isInStep }) { replace(source.session()) }
        schedule { $0.batch.playback = playback }
    }

    /// Counts one more play of a file or stream. `time` is ISO 8601.
    public func recordUse(of uri: String, at time: String) {
        appendStatistics(.used(uri: uri, at: time))
    }

    /// Remembers a rating of 0…1; nil takes it away.
    public func recordRating(_ rating: Double?, of uri: String) {
        appendStatistics(.rated(uri: uri, rating))
    }

    /// Merges the statistics of another player into those of this one (`TrackStatistics.merged`). The completion is
    /// called on the worker's thread after the attempt to save them.
    func merge(_ statistics: [String: TrackStatistics], _ completion: @escaping @Sendable () -> Void) {
        for (uri, other) in statistics { appendStatistics(.merged(uri: uri, other)) }
        worker.perform { completion() }
    }

    /// Moves the statistics of tracks to their present places.
    func record(_ whereabouts: TrackWhereabouts) {
        if !whereabouts.isEmpty { appendStatistics(.located(whereabouts)) }
    }

    /// Remembers these playlists, and no others.
    func record(_ playlists: [PlaylistRecord]) {
        schedule { $0.batch.playlists = playlists }
    }

    /// Keeps these transitions that a person has set, and no others, and with them what takes the last edits back.
    func record(pins: [TransitionPin], history: EditHistory) {
        schedule { state in
            state.batch.pins = pins
            state.batch.history = history
        }
    }

    /// Runs `body` with the database on the worker's thread, and then `completion` there. What can't be read or written
    /// is nil, and nobody is told.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (SessionDatabase) throws -> Value,
        _ completion: @escaping @Sendable (Value?) -> Void = { _ in }
    ) {
        worker.perform { completion(self.now(body)) }
    }

    /// Runs `body` with the database. Blocks; on the worker's thread only. Returns nil if that fails, without a report.
    func now<Value: Sendable>(_ body: (SessionDatabase) throws -> Value) -> Value? {
        storage.withLock { try? $0.opened().map(body) }
    }

    /// Blocks until everything recorded so far is on disk, or has been reported as not saved. For the end of the
    /// player.
    public func flush() {
        worker.finish()
    }

    /// Waits as `flush` does, and closes the database. Later changes are not saved.
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
            // What waits is in the session already, so that it need not be written.
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

    /// Runs `body` with the database, opened if it was not. nil when that failed, which has been reported.
    private func withDatabase<Value: Sendable>(_ body: (SessionDatabase) throws -> Value) -> Value? {
        storage.withLock { storage in
            do {
                return try storage.opened().map(body)
            } catch {
                storage.recover(from: error)
                return nil
            }
        }
    }
}
