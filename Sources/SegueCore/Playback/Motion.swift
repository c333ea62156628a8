/// Whether what is loaded sounds, and if not, why not.
enum Motion: Sendable, Equatable {
    /// The engine's clock runs.
    case running
    /// The engine's clock runs, and the sound fades to silence within this time: a stop of this track.
    case fadingOut(QueueEntry, over: MediaTime)
    /// It is to be heard as soon as it can be: a stream fills its reserve, or what follows is not ready.
    case waiting
    /// It stands still at this position until somebody resumes it.
    case standing(at: MediaTime)
    /// The same, with a stream that had stalled before, and still fills its reserve.
    case standingStalled
    /// Nothing is loaded.
    case silent(Silence)

    /// Whether the engine's clock runs.
    var isRunning: Bool { self == .running || isFadingOut }

    /// True while a stop fades out.
    var isFadingOut: Bool { if case .fadingOut = self { true } else { false } }

    /// Why nothing is loaded; nil where something is.
    var silence: Silence? {
        guard case .silent(let silence) = self else { return nil }
        return silence
    }

    /// Whether it is heard, or will be when it can be.
    var isWanted: Bool { isRunning || self == .waiting }
}

/// Why nothing is loaded.
enum Silence: Sendable, Equatable {
    /// Nothing was asked for, or what was silent anyway was stopped.
    case idle
    /// All has been played, or a stop has faded out.
    case finished
    /// It could not be played; a play tries again.
    case failed(AudioPlayerError)

    /// The state of a player that is silent for this reason.
    var state: PlayerState {
        switch self {
        case .idle: .idle
        case .finished: .finished
        case .failed(let error): .failed(error: error)
        }
    }
}
