import GRDB

/// The classification of an error in accessing the session.
enum SessionTrouble {
    /// The content of the file is unusable.
    case damage(reason: String)
    /// The content may be intact; another problem occurred.
    case problem(SessionProblem)

    /// Classifies an error. `wasOpen` is true if the database had been opened before.
    init(_ error: any Error, path: String, wasOpen: Bool) {
        if let problem = error as? SessionProblem {
            self = .problem(problem)
            return
        }
        let reason = Self.reason(of: error)
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damage(reason: reason)
        case nil where error is SessionDatabase.Damage: self = .damage(reason: reason)
        case .SQLITE_BUSY where !wasOpen: self = .problem(.inUse(path: path))
        default:
            self = .problem(
                wasOpen ? .notSaved(path: path, reason: reason) : .unavailable(path: path, reason: reason))
        }
    }

    /// Returns the reason for an error, as a clause.
    static func reason(of error: any Error) -> String { (error as? DatabaseError)?.message ?? "\(error)" }

    /// Renames the database and its companion files to the first free name; returns the new name of the database.
    static func moveAside(_ path: String) throws(FileFailure) -> String {
        var number = 1
        while FileAccess.exists("\(path).damaged-\(number)") { number += 1 }
        let target = "\(path).damaged-\(number)"
        try FileAccess.move(path, to: target)
        for suffix in companions where FileAccess.exists(path + suffix) {
            try FileAccess.move(path + suffix, to: target + suffix)
        }
        return target
    }

    /// The suffixes of the files that SQLite keeps beside a database.
    static let companions = ["-wal", "-shm", "-journal"]
}
