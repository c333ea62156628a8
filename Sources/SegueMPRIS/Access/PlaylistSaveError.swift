/// Why the queue was not saved as a playlist.
public enum PlaylistSaveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of that name exists.
    case exists(path: String)
    /// The queue is longer than what the player reads of a playlist.
    case tooLong
    /// The disk refused the file; nothing was changed.
    case notWritten(path: String, reason: String)

    /// One sentence for people.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) is there already."
        case .tooLong: "The queue is too long for a playlist."
        case .notWritten(let path, let reason): "\(path) could not be written: \(reason)."
        }
    }
}
