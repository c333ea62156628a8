extension PlayerState {
    /// The same state with every track that it carries replaced, for news that change nothing but a track.
    func mappingTracks(_ change: (QueueEntry) -> QueueEntry) -> PlayerState {
        switch self {
        case .idle, .finished, .failed: self
        case .preparing(let track): .preparing(track: change(track))
        case .preparingCrossfade(let current, let next):
            .preparingCrossfade(currentTrack: change(current), nextTrack: change(next))
        case .playing(let track): .playing(track: change(track))
        case .crossfading(let from, let to, let progress, let quick):
            .crossfading(fromTrack: change(from), toTrack: change(to), progress: progress, canQuickFinish: quick)
        case .paused(let track, let position): .paused(track: change(track), position: position)
        case .crossfadePaused(let from, let to, let progress, let strategy, let saved):
            .crossfadePaused(
                fromTrack: change(from), toTrack: change(to), progress: progress, resumeStrategy: strategy,
                savedState: saved)
        case .fadingOut(let track, let duration): .fadingOut(track: change(track), targetDuration: duration)
        case .buffering(let track, let percent, let previous):
            .buffering(track: change(track), percent: percent, previous: previous)
        case .seeking(let track, let from, let to, let previous):
            .seeking(track: change(track), from: from, to: to, previous: previous)
        }
    }
}
