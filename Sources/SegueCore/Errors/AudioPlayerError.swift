/// The errors of the player, with the details needed to act on them (design.md, Errors).
public enum AudioPlayerError: Error, Sendable, Hashable {
    /// The player is in the state `current`, in which `attempted` is not possible. Nothing has changed.
    case invalidState(current: String, attempted: String)
    /// The value of a setting, or of a command's argument, is not valid. The old value stays. The phrase `expected`
    /// says which values are valid.
    case invalidConfiguration(field: String, value: String, expected: String)
    /// The path does not exist.
    case fileNotFound(path: String)
    /// The file exists and is of a known kind, but can't be played.
    case fileLoadFailed(path: String, reason: String)
    /// Some entries of a playlist can't be found; `reason` says how many. The others have been added.
    case playlistIncomplete(path: String, reason: String)
    /// The file or stream is not audio, or no decoder for it is installed.
    case unsupportedFormat(path: String, reason: String)
    /// The file or stream was not ready within its limit of `seconds`.
    case loadTimeout(path: String, seconds: Int)
    /// Nothing in the queue, or nothing that was requested, can be played. `reason` is a sentence about the last
    /// attempt, or about each.
    case noValidTracksInPlaylist(reason: String)
    /// Three candidates in a row could not be played; the previous track plays on. `reason` is a sentence about the
    /// last candidate.
    case skipFailed(attempts: Int, reason: String)
    /// GStreamer or the system refused something that playback needs.
    case engineError(reason: String)
    /// The output can't be used, or a file can't be written.
    case outputError(output: String, reason: String)
    /// The session bus refused a request; `name` is the name of the bus error.
    case busError(name: String, reason: String)
    /// The limit of operations or entries is exceeded; nothing was added.
    case queueFull(limit: Int)
    /// `cancel` cancelled the operation named by `attempted` before it took effect.
    case cancelled(attempted: String)
    /// The transition between two tracks can't be set; it is unchanged.
    case transitionNotSet(reason: String)
}

extension AudioPlayerError: CustomStringConvertible {
    /// One sentence: what happened, to which object, and the remedy.
    public var description: String { sentence.description }

    /// The same sentence as a code and values.
    public var sentence: Sentence {
        switch self {
        case .invalidState(let current, let attempted): Sentence(.invalidState, attempted, current)
        case .invalidConfiguration(let field, let value, let expected):
            Sentence(.invalidConfiguration, field, value, expected)
        case .fileNotFound(let path): Sentence(.fileNotFound, path)
        case .fileLoadFailed(let path, let reason): Sentence(.fileLoadFailed, path, reason)
        case .playlistIncomplete(let path, let reason): Sentence(.playlistIncomplete, path, reason)
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
