/// What follows from the state alone (design.md, States).
extension PlayerState {
    /// Whether sound is coming out, or is about to without anyone doing anything more.
    public var isActive: Bool {
        switch self {
        case .preparing, .preparingCrossfade, .playing, .crossfading, .fadingOut: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .playing
        case .idle, .paused, .crossfadePaused, .finished, .failed: false
        }
    }

    public var canPause: Bool {
        switch self {
        case .preparing, .preparingCrossfade, .playing, .crossfading: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .playing
        case .idle, .paused, .crossfadePaused, .fadingOut, .finished, .failed: false
        }
    }

    public var canResume: Bool {
        switch self {
        case .paused, .crossfadePaused: true
        case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .paused
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .fadingOut, .finished, .failed: false
        }
    }

    /// Whether nothing more happens without a person.
    public var isTerminal: Bool {
        switch self {
        case .finished, .failed: true
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking:
            false
        }
    }

    public var isCrossfadeRelated: Bool {
        switch self {
        case .preparingCrossfade, .crossfading, .crossfadePaused: true
        case .idle, .preparing, .playing, .paused, .fadingOut, .buffering, .seeking, .finished, .failed: false
        }
    }

    /// The track that counts as playing: in a fade the incoming one (design.md, States on the bus).
    public var currentTrack: QueueEntry? {
        switch self {
        case .preparing(let track), .playing(let track), .paused(let track, _), .fadingOut(let track, _),
            .buffering(let track, _, _), .seeking(let track, _, _, _), .preparingCrossfade(let track, _),
            .crossfading(_, let track, _, _), .crossfadePaused(_, let track, _, _, _):
            track
        case .idle, .finished, .failed: nil
        }
    }

    /// The track that is about to follow, as far as the state knows it.
    public var nextTrack: QueueEntry? {
        switch self {
        case .preparingCrossfade(_, let next): next
        case .idle, .preparing, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking,
            .finished, .failed:
            nil
        }
    }

    /// How far the fade is that is heard, or paused, 0…1; 0 without one.
    public var fadeProgress: Double {
        switch self {
        case .crossfading(_, _, let progress, _), .crossfadePaused(_, _, let progress, _, _): progress
        case .idle, .preparing, .preparingCrossfade, .playing, .paused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            0
        }
    }

    /// Whether what the state carries can be true.
    public var isValid: Bool {
        switch self {
        case .idle, .preparing, .playing, .finished, .failed:
            return true
        case .preparingCrossfade(let current, let next):
            return !current.isSameOccurrence(as: next)
        case .crossfading(let from, let to, let progress, let canQuickFinish):
            return !from.isSameOccurrence(as: to) && (0...1).contains(progress)
                && canQuickFinish == (progress >= 0.5)
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

    /// What a person sees.
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

    /// The status with what it is about: `Crossfading 47%: First → Second`.
    public var displayText: String {
        switch self {
        case .idle, .finished: statusText
        case .crossfading(let from, let to, _, _), .crossfadePaused(let from, let to, _, _, _):
            "\(statusText): \(from.displayName) → \(to.displayName)"
        case .preparing(let track), .preparingCrossfade(let track, _), .playing(let track), .paused(let track, _),
            .fadingOut(let track, _), .buffering(let track, _, _), .seeking(let track, _, _, _):
            "\(statusText): \(track.displayName)"
        case .failed(let error, _): "\(statusText): \(error)"
        }
    }

    /// What a person can do now, in the order in which controls show it.
    public var allowedActions: [PlayerAction] { PlayerAction.allCases.filter(allows) }

    /// Whether this action does something in this state. Skip, play and stop work wherever a key can be pressed.
    public func allows(_ action: PlayerAction) -> Bool {
        switch action {
        case .play:
            switch self {
            case .idle, .paused, .crossfadePaused, .fadingOut, .finished: true
            case .failed(_, let recoverable): recoverable
            case .buffering(_, _, let previous), .seeking(_, _, _, let previous): previous == .paused
            case .preparing, .preparingCrossfade, .playing, .crossfading: false
            }
        case .pause: canPause
        case .stop: !isTerminal && self != .idle && kind != .fadingOut
        case .skip: true
        case .seek:
            switch self {
            case .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .buffering,
                .seeking:
                true
            case .idle, .fadingOut, .finished, .failed: false
            }
        case .reset: kind == .failed
        }
    }

    public var indicatorColor: IndicatorColor {
        switch self {
        case .idle, .finished: .gray
        case .preparing, .buffering, .seeking, .fadingOut: .yellow
        case .preparingCrossfade, .playing: .green
        case .crossfading: .blue
        case .paused, .crossfadePaused: .orange
        case .failed: .red
        }
    }

    /// Whether a position within a track can be shown.
    public var showsProgress: Bool {
        switch self {
        case .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .buffering, .seeking: true
        case .idle, .preparing, .fadingOut, .finished, .failed: false
        }
    }

    /// Whether a sign of waiting belongs on the screen.
    public var showsLoading: Bool {
        switch self {
        case .preparing, .buffering: true
        case .idle, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .seeking,
            .finished, .failed:
            false
        }
    }

    private static func percent(_ progress: Double) -> Int { Int((progress * 100).rounded(.down)) }
}

/// What a person can ask for in general.
public enum PlayerAction: String, Sendable, Hashable, CaseIterable {
    case play, pause, stop, skip, seek, reset
}

public enum IndicatorColor: String, Sendable, Hashable {
    case gray, yellow, green, blue, orange, red
}
