/// The motion of the loaded tracks: playing, or the reason for not playing.
enum Motion: Sendable, Equatable {
    /// The engine's clock runs.
    case running
    /// The engine's clock runs, and the audio fades to silence within this time: a stop of this track.
    case fadingOut(QueueEntry, over: MediaTime)
    /// Playback starts as soon as possible: a stream fills its reserve, or the next track is not ready.
    case waiting
    /// Playback is paused at this position until a resume.
    case standing(at: MediaTime)
    /// Playback is paused, with a stream that had stalled before, and still fills its reserve.
    case standingStalled

    /// True if the engine's clock runs.
    var isRunning: Bool { self == .running || isFadingOut }

    /// True while a stop fades out.
    var isFadingOut: Bool { if case .fadingOut = self { true } else { false } }

    /// True if audio is heard, or will be as soon as possible.
    var isWanted: Bool { isRunning || self == .waiting }

    /// True if audio is heard, or will be as soon as possible, and no stop ends it.
    var goesOn: Bool { isWanted && !isFadingOut }

    /// The intended status of a track that can't play at the moment.
    var intent: PlaybackIntent { isWanted ? .playing : .paused }

    /// Returns the state in which only `track` is loaded, with its reserve at `fill` percent.
    func state(of track: QueueEntry, fill: Int) -> PlayerState {
        switch self {
        case .running: .playing(track: track)
        case .fadingOut(let track, let duration): .fadingOut(track: track, targetDuration: duration)
        case .waiting, .standingStalled: .buffering(track: track, percent: fill, previous: intent)
        case .standing(let position): .paused(track: track, position: position)
        }
    }
}

/// The reason why nothing is loaded.
enum Silence: Sendable, Equatable {
    /// Nothing was requested, or playback was stopped while already silent.
    case idle
    /// Everything has been played, or a stop has faded out.
    case finished
    /// Playback failed; a play tries again.
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
