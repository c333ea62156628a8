/// Whether what is loaded sounds, and if not, why not.
enum Motion: Sendable, Equatable {
    /// The engine's clock runs.
    case running
    /// The engine's clock runs, and the sound fades to silence within this time: a stop of this track.
    case fadingOut(QueueEntry, over: MediaTime)
    /// It is to be heard as soon as it can be: a stream fills its reserve, or what follows is not ready.
    case waiting
    /// The sound stands still at this position until a resume.
    case standing(at: MediaTime)
    /// The same, with a stream that had stalled before, and still fills its reserve.
    case standingStalled

    /// Whether the engine's clock runs.
    var isRunning: Bool { self == .running || isFadingOut }

    /// True while a stop fades out.
    var isFadingOut: Bool { if case .fadingOut = self { true } else { false } }

    /// Whether it is heard, or will be when it can be.
    var isWanted: Bool { isRunning || self == .waiting }

    /// True if the sound is heard, or will be when it can be, and no stop ends it.
    var goesOn: Bool { isWanted && !isFadingOut }

    /// The wish for a track that can't sound at the moment.
    var intent: PlaybackIntent { isWanted ? .playing : .paused }

    /// The state in which nothing but `track` is loaded, with its reserve at `fill` percent.
    func state(of track: QueueEntry, fill: Int) -> PlayerState {
        switch self {
        case .running: .playing(track: track)
        case .fadingOut(let track, let duration): .fadingOut(track: track, targetDuration: duration)
        case .waiting, .standingStalled: .buffering(track: track, percent: fill, previous: intent)
        case .standing(let position): .paused(track: track, position: position)
        }
    }
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
