/// The database of a session store, and its recovery from problems of the file system. Used by one thread at a time.
struct SessionStorage {
    private enum State {
        case unopened
        case open(SessionDatabase)
        /// The open database has lost its file, which could not be written again yet; this has been reported.
        case astray(SessionDatabase)
        /// No longer usable; the problem has been reported.
        case unusable
    }

    private let path: String
    private let report: @Sendable (SessionProblem) -> Void
    private var state = State.unopened
    /// True if the last write failed. Each write to a full disk fails, every few seconds; one report is enough.
    private var hasReportedFailure = false

    /// Opens nothing yet. `report` is called once for each problem.
    init(path: String, report: @escaping @Sendable (SessionProblem) -> Void) {
        self.path = path
        self.report = report
    }

    var isUnusable: Bool { if case .unusable = state { true } else { false } }

    private var database: SessionDatabase? {
        switch state {
        case .open(let database), .astray(let database): database
        case .unopened, .unusable: nil
        }
    }

    /// Returns the database, opened and at its path; nil if none is usable. Throws the error that prevents it from
    /// being opened.
    mutating func opened() throws -> SessionDatabase? {
        switch state {
        case .unusable: return nil
        case .open(let database), .astray(let database): return database.isInPlace ? database : putBack(database)
        case .unopened:
            try FileAccess.createFolder(FileAccess.folder(of: path))
            let database = try SessionDatabase(path: path)
            state = .open(database)
            return database
        }
    }

    mutating func close() {
        try? database?.close()
        state = .unusable
    }

    /// Records that a write has succeeded.
    mutating func noteSuccess() { hasReportedFailure = false }

    /// Reports an error and recovers from it: a damaged database is moved aside, and an unusable one is not used again.
    /// With `isReading`, the session has not been restored, and the next write would replace it: the database is
    /// unusable.
    mutating func recover(from error: any Error, isReading: Bool = false) {
        let isUsable = database != nil && !isReading
        switch SessionTrouble(error, path: path, wasOpen: isUsable) {
        case .damage(let reason):
            try? database?.close()
            state = .unopened
            do {
                report(.damaged(path: path, movedTo: try SessionTrouble.moveAside(path), reason: reason))
            } catch {
                state = .unusable
                report(.unavailable(path: path, reason: "it is damaged, and moving it away failed: \(error)"))
            }
        case .problem(let problem):
            if !isUsable {
                close()
            } else if hasReportedFailure {
                return
            } else {
                hasReportedFailure = true
            }
            report(problem)
        }
    }

    /// Restores the file of the open database after its removal, mostly together with its folder. The whole contents
    /// are written again. While that is impossible, the database is used without a file, and each use makes another
    /// attempt.
    private mutating func putBack(_ database: SessionDatabase) -> SessionDatabase? {
        guard !FileAccess.exists(path) else {
            close()
            report(.replaced(path: path))
            return nil
        }
        let draft = "\(path).new"
        do {
            try FileAccess.createFolder(FileAccess.folder(of: path))
            FileAccess.remove(draft)
            try database.copy(to: draft)
        } catch {
            if case .open = state { report(.notSaved(path: path, reason: SessionTrouble.reason(of: error))) }
            state = .astray(database)
            return database
        }
        // SQLite would treat files with these names as parts of the new database.
        try? database.close()
        for suffix in SessionTrouble.companions { FileAccess.remove(path + suffix) }
        state = .unopened
        do {
            try FileAccess.move(draft, to: path)
            let new = try SessionDatabase(path: path)
            state = .open(new)
            report(.removed(path: path))
            return new
        } catch {
            recover(from: error)
            return nil
        }
    }
}
