/// The reason why the session is not saved, or not restored. Playback continues without it.
public enum SessionProblem: Error, Sendable, Hashable {
    /// A newer Segue wrote the database; the database stays unchanged, and nothing is saved.
    case newerVersion(path: String, version: Int)
    /// The database was unusable; it was moved aside and a new one begun.
    case damaged(path: String, movedTo: String, reason: String)
    /// Another process uses the database; this process saves nothing.
    case inUse(path: String)
    /// The database cannot be opened; nothing is saved.
    case unavailable(path: String, reason: String)
    /// The database was removed while it was open; it has been written again.
    case removed(path: String)
    /// Another file has replaced the open database; that file stays unchanged, and nothing is saved.
    case replaced(path: String)
    /// A write failed; the next write includes everything.
    case notSaved(path: String, reason: String)
}

extension SessionProblem: CustomStringConvertible {
    /// One or two sentences: the event, and its effect on the session.
    public var description: String {
        switch self {
        case .newerVersion(let path, let version):
            "\(path) was written by a newer Segue (version \(version) of the session). It is left untouched, and this "
                + "session is not saved."
        case .damaged(let path, let movedTo, let reason):
            "\(path) is damaged (\(reason)). It was moved to \(movedTo), and a new session was started."
        case .inUse(let path):
            "\(path) is in use by another Segue. This session is not saved."
        case .unavailable(let path, let reason):
            "\(path) could not be opened: \(reason). This session is not saved."
        case .removed(let path):
            "\(path) was removed while Segue was running. The session was written there again."
        case .replaced(let path):
            "\(path) was replaced by another file while Segue was running. That file is left untouched, and this "
                + "session is not saved."
        case .notSaved(let path, let reason):
            "\(path): the session could not be saved: \(reason). Saving is tried again with the next change."
        }
    }
}
