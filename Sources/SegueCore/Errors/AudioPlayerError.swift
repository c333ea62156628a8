/// Everything that can go wrong, with what a person needs to act on it (design.md, Errors).
public enum AudioPlayerError: Error, Sendable, Hashable {
    /// The player is in the state `current`, in which `attempted` is not possible. Nothing has changed.
    case invalidState(current: String, attempted: String)
    /// A setting is out of its range; the old value stays.
    case invalidConfiguration(field: String, value: String, expected: String)
    /// There is nothing at this path.
    case fileNotFound(path: String)
    /// The file is there and of a known kind, but can't be played.
    case fileLoadFailed(path: String, reason: String)
    /// The file or stream is not audio, or no decoder for it is installed.
    case unsupportedFormat(path: String, reason: String)
    /// The file or stream was not ready in time; `seconds` is the limit that it had.
    case loadTimeout(path: String, seconds: Int)
    /// Nothing in the queue, or nothing that was asked for, can be played. `reason` is a sentence: that of the last
    /// attempt, or of each.
    case noValidTracksInPlaylist(reason: String)
    /// Three candidates in a row could not be played; what played before goes on. `reason` is a sentence about the
    /// last one.
    case skipFailed(attempts: Int, reason: String)
    /// GStreamer or the system refused something that playing needs.
    case engineError(reason: String)
    /// The output can't be used, or a file can't be written.
    case outputError(output: String, reason: String)
    /// The session bus refused what was asked of it; `name` is that of the error on the bus.
    case busError(name: String, reason: String)
    /// More operations or entries than the player keeps; nothing was added.
    case queueFull(limit: Int)
    /// What `attempted` names was given up before it had taken effect, because `cancel` was called.
    case cancelled(attempted: String)
    /// The transition between two tracks can't be set; it stays as it was.
    case transitionNotSet(reason: String)
}

extension AudioPlayerError: CustomStringConvertible {
    /// One sentence: what happened, to what, and what can be done.
    public var description: String { sentence.description }

    /// The same as a code and values.
    public var sentence: Sentence {
        switch self {
        case .invalidState(let current, let attempted): Sentence(.invalidState, attempted, current)
        case .invalidConfiguration(let field, let value, let expected):
            Sentence(.invalidConfiguration, field, value, expected)
        case .fileNotFound(let path): Sentence(.fileNotFound, path)
        case .fileLoadFailed(let path, let reason): Sentence(.fileLoadFailed, path, reason)
        case .unsupportedFormat(let path, let reason): Sentence(.unsupportedFormat, path, reason)
        case .loadTimeout(let path, let seconds): Sentence(.loadTimeout, path, "\(seconds)")
        case .noValidTracksInPlaylist(let reason): Sentence(.nothingPlayable, reason)
        case .skipFailed(let attempts, let reason): Sentence(.skipFailed, "\(attempts)", reason)
        case .engineError(let reason): Sentence(.engineError, reason)
        case .outputError(let output, let reason): Sentence(.outputError, output, reason)
        case .busError(let name, let reason): Sentence(.busError, name, reason)
        case .queueFull(let limit): Sentence(.queueFull, "\(limit)")
        case .cancelled(let attempted): Sentence(.cancelled, attempted)
        case .transitionNotSet(let reason): Sentence(.transitionNotSet, reason)
        }
    }
}
