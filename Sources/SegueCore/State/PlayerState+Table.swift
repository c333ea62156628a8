extension PlayerState {
    /// The twelve states without what they carry.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case idle, preparing, preparingCrossfade, playing, crossfading, paused, crossfadePaused, fadingOut, buffering,
            seeking, finished, failed
    }

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

    /// Whether the table of spec §2 has this step. Everything else is refused.
    public func canTransition(to next: PlayerState) -> Bool {
        guard kind.successors.contains(next.kind) else { return false }
        switch (self, next) {
        case (.playing(let track), .playing(let other)):
            return !track.isSameOccurrence(as: other)
        case (.failed(_, let recoverable), .preparing):
            return recoverable
        case (.playing, .buffering(_, _, let previous)), (.playing, .seeking(_, _, _, let previous)):
            return previous == .playing
        case (.paused, .buffering(_, _, let previous)), (.paused, .seeking(_, _, _, let previous)):
            return previous == .paused
        case (.buffering(_, _, let previous), .playing), (.seeking(_, _, _, let previous), .playing):
            return previous == .playing
        case (.buffering(_, _, let previous), .paused), (.seeking(_, _, _, let previous), .paused):
            return previous == .paused
        case (.buffering(_, _, let previous), .buffering(_, _, let flipped)),
            (.seeking(_, _, _, let previous), .seeking(_, _, _, let flipped)):
            return previous != flipped
        default:
            return true
        }
    }
}

extension PlayerState.Kind {
    /// The states that may follow, of spec §2.
    public var successors: Set<PlayerState.Kind> {
        switch self {
        case .idle, .finished: [.preparing]
        case .preparing: [.playing, .paused, .failed, .idle]
        case .playing:
            [
                .playing, .paused, .preparingCrossfade, .crossfading, .fadingOut, .finished, .failed, .buffering,
                .seeking,
            ]
        case .preparingCrossfade: [.crossfading, .paused, .fadingOut, .playing]
        case .crossfading: [.crossfadePaused, .playing, .fadingOut, .failed, .preparingCrossfade]
        case .paused: [.playing, .idle, .preparing, .buffering, .seeking]
        case .crossfadePaused: [.crossfading, .playing, .idle, .paused]
        case .fadingOut: [.finished, .preparing]
        case .buffering: [.buffering, .playing, .paused, .idle, .failed]
        case .seeking: [.seeking, .playing, .paused, .idle, .failed]
        case .failed: [.idle, .preparing]
        }
    }
}
