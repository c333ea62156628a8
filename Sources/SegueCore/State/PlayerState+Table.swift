extension PlayerState {
    /// The twelve states without their associated values.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The case of `PlayerState` with this name. The raw value is `Control1.State` on the bus.
        case idle, preparing, preparingCrossfade, playing, crossfading, paused, crossfadePaused, fadingOut, buffering,
            seeking, finished, failed
    }

    /// The state without its associated values.
    public var kind: Kind {
        switch self {
        case .idle: .idle
        case .preparing: .preparing
        case .preparingCrossfade: .preparingCrossfade
        case .playing: .playing
        case .crossfading: .crossfading
        case .paused: .paused
        case .crossfadePaused: .crossfadePaused
        case .fadingOut: .fadingOut
        case .buffering: .buffering
        case .seeking: .seeking
        case .finished: .finished
        case .failed: .failed
        }
    }

    /// Returns true if one input can lead from this state to `next` (design.md, States).
    public func canTransition(to next: PlayerState) -> Bool {
        guard kind.successors.contains(next.kind) else { return false }
        switch (self, next) {
        case (.playing(let track), .playing(let other)):
            return !track.isSameOccurrence(as: other)
        case (.playing, .buffering(_, _, let previous)), (.playing, .seeking(_, _, _, let previous)):
            return previous == .playing
        case (.paused, .seeking(_, _, _, let previous)):
            return previous == .paused
        case (.seeking(let track, _, _, let previous), .playing(let other)):
            return previous == .playing || !track.isSameOccurrence(as: other)
        default:
            return true
        }
    }
}

extension PlayerState.Kind {
    /// The states to which one input can lead (design.md, States).
    public var successors: Set<PlayerState.Kind> {
        switch self {
        case .idle, .finished: [.preparing]
        case .preparing:
            [.preparing, .playing, .paused, .crossfadePaused, .fadingOut, .buffering, .failed, .idle]
        case .playing:
            [
                .playing, .paused, .preparingCrossfade, .crossfading, .crossfadePaused, .fadingOut, .finished, .failed,
                .buffering, .seeking,
            ]
        case .preparingCrossfade:
            [
                .preparingCrossfade, .preparing, .crossfading, .crossfadePaused, .playing, .paused, .buffering,
                .seeking, .fadingOut, .finished, .failed,
            ]
        case .crossfading:
            [
                .crossfadePaused, .playing, .paused, .preparingCrossfade, .buffering, .seeking, .fadingOut, .finished,
                .failed,
            ]
        case .paused:
            [
                .paused, .playing, .preparing, .preparingCrossfade, .crossfading, .crossfadePaused, .buffering,
                .seeking, .idle,
            ]
        case .crossfadePaused:
            [.crossfading, .playing, .paused, .preparing, .preparingCrossfade, .buffering, .seeking, .idle]
        case .fadingOut: [.preparing, .playing, .buffering, .finished]
        case .buffering:
            [
                .buffering, .playing, .paused, .crossfading, .crossfadePaused, .preparing, .preparingCrossfade,
                .seeking, .idle, .finished, .failed,
            ]
        case .seeking:
            [
                .seeking, .playing, .paused, .crossfadePaused, .buffering, .preparing, .preparingCrossfade, .idle,
                .finished, .failed,
            ]
        case .failed: [.idle, .preparing]
        }
    }
}
