/// Properties that follow from the state alone (design.md, States).
extension PlayerState {
    /// True if audio is heard, or will be without any further command.
    public var isActive: Bool {
        switch self {
        case .preparing, .preparingCrossfade, .playing, .crossfading, .fadingOut: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .playing
        case .idle, .paused, .crossfadePaused, .finished, .failed: false
        }
    }

    /// True if a pause has an effect: audio is heard, or will be when a load is ready.
    public var canPause: Bool {
        switch self {
        case .preparing, .preparingCrossfade, .playing, .crossfading: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .playing
        case .idle, .paused, .crossfadePaused, .fadingOut, .finished, .failed: false
        }
    }

    /// True if a resume has an effect: a paused track resumes at its position.
    public var canResume: Bool {
        switch self {
        case .paused, .crossfadePaused: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .paused
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .fadingOut, .finished, .failed: false
        }
    }

    /// True if nothing more happens without a further command.
    public var isTerminal: Bool {
        switch self {
        case .finished, .failed: true
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking:
            false
        }
    }

    /// The track that counts as playing; in a fade, the incoming one (design.md, States on the bus).
    public var currentTrack: QueueEntry? {
        switch self {
        case .preparing(let track), .playing(let track), .paused(let track, _), .fadingOut(let track, _),
            .buffering(let track, _, _), .seeking(let track, _, _, _), .preparingCrossfade(let track, _),
            .crossfading(_, let track, _, _), .crossfadePaused(_, let track, _, _, _):
            track
        case .idle, .finished, .failed: nil
        }
    }

    /// The progress of the fade that is heard, or paused, 0…1; 0 without one.
    public var fadeProgress: Double {
        switch self {
        case .crossfading(_, _, let progress, _), .crossfadePaused(_, _, let progress, _, _): progress
        case .idle, .preparing, .preparingCrossfade, .playing, .paused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            0
        }
    }

    /// True if the associated values are valid: progress and gains in 0…1, positions not negative, and two different
    /// tracks in a fade.
    public var isValid: Bool {
        switch self {
        case .idle, .preparing, .playing, .finished, .failed:
            return true
        case .preparingCrossfade(let current, let next):
            return !current.isSameOccurrence(as: next)
        case .crossfading(let from, let to, let progress, let canQuickFinish):
            return !from.isSameOccurrence(as: to) && (0...1).contains(progress)
                && canQuickFinish == ResumeStrategy.canQuickFinish(at: progress)
        case .paused(_, let position):
            return position >= .zero
        case .crossfadePaused(let from, let to, let progress, let strategy, let saved):
            return !from.isSameOccurrence(as: to) && (0...1).contains(progress)
                && strategy == ResumeStrategy(progress: progress)
                && (0...1).contains(saved.outgoingGain) && (0...1).contains(saved.incomingGain)
                && saved.outgoingPosition >= .zero && saved.incomingPosition >= .zero
                && saved.originalDuration > .zero
        case .fadingOut(_, let duration):
            return duration >= .zero
        case .buffering(_, let percent, _):
            return (0...100).contains(percent)
        case .seeking(_, let from, let to, _):
            return from >= .zero && to >= .zero
        }
    }

    /// The displayed text (design.md, States). `Snapshot.statusText` considers more than the state.
    public var statusText: String {
        switch self {
        case .idle: "Ready"
        case .preparing: "Loading…"
        case .preparingCrossfade, .playing: "Playing"
        case .crossfading(_, _, let progress, _): "Crossfading \(Self.percent(progress))%"
        case .paused: "Paused"
        case .crossfadePaused(_, _, let progress, _, _): "Paused (\(Self.percent(progress))%)"
        case .fadingOut: "Stopping…"
        case .buffering(_, let percent, _): "Buffering \(percent)%"
        case .seeking(_, _, _, .playing): "Playing"
        case .seeking(_, _, _, .paused): "Paused"
        case .finished: "Finished"
        case .failed: "Error"
        }
    }

    /// The status with its subject: `Crossfading 47%: First → Second`.
    public var displayText: String {
        switch self {
        case .idle, .finished: statusText
        case .crossfading(let from, let to, _, _), .crossfadePaused(let from, let to, _, _, _):
            "\(statusText): \(from.displayName) → \(to.displayName)"
        case .preparing(let track), .preparingCrossfade(let track, _), .playing(let track), .paused(let track, _),
            .fadingOut(let track, _), .buffering(let track, _, _), .seeking(let track, _, _, _):
            "\(statusText): \(track.displayName)"
        case .failed(let error): "\(statusText): \(error)"
        }
    }

    /// True if a position within a track can be shown.
    public var showsProgress: Bool {
        switch self {
        case .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .buffering, .seeking: true
        case .idle, .preparing, .fadingOut, .finished, .failed: false
        }
    }

    private static func percent(_ progress: Double) -> Int { Int((progress * 100).rounded(.down)) }
}
