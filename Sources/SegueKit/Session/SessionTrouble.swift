import GRDB

/// What to make of an error on the way to the session.
enum SessionTrouble {
    /// The content of the file is of no use.
    case damage(reason: String)
    /// The content may be fine; something else is wrong.
    case problem(SessionProblem)

    /// `wasOpen`: whether the database had been opened before.
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

    /// What went wrong, as a clause.
    static func reason(of error: any Error) -> String { (error as? DatabaseError)?.message ?? "\(error)" }

    /// Renames the database and what SQLite keeps beside it to the first free name; gives that name.
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

    /// What the names end with that SQLite keeps beside a database.
    static let companions = ["-wal", "-shm", "-journal"]
}
