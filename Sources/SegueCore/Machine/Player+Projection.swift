/// Whether state and values agree. Each case of the state claims something about the values, and a claim that does not
/// hold is a fault of the core. Debug builds check after every step.
extension Player {
    /// What the state claims and the values do not say; nil where they agree.
    package var contradiction: String? {
        if !state.isValid { return "an invalid state" }
        if !isOnlyPursuit { return "a navigation and a seek at once" }
        if spare != nil, pursuit.navigation == nil || standby?.purpose != .navigation { return "a spare of nothing" }
        if projection != state { return "the values say \(projection)" }
        switch state {
        case .idle, .finished, .failed:
            return claim(sound.loads.isEmpty && standby == nil, "nothing is loaded")
                ?? claim(sound.motion.silence?.state == state, "that is why")
        case .preparing(let track):
            return claim(isOnTheWay(to: track), "it is on the way to \(track.id)")
        case .preparingCrossfade(_, let next):
            return claim(isOnTheWay(to: next), "it is on the way to \(next.id)")
        case .playing(let track):
            return claim(isSame(current, track), "\(track.id) sounds")
        case .crossfading(let from, let to, _, _), .crossfadePaused(let from, let to, _, _, _):
            return claimFade(from, to)
        case .paused(let track, _):
            return claim(current == nil || isSame(current, track), "\(track.id) stands still")
        case .fadingOut:
            return claim(standby == nil, "nothing else is wanted")
        case .buffering(let track, let percent, let previous):
            return claim((sound.motion == .waiting) == (previous == .playing), "it is to be \(previous)")
                ?? claim(isSame(current, track) && current?.fill == percent, "\(track.id) waits at \(percent) %")
        case .seeking(let track, _, let place, let previous):
            return claim(sound.motion.isWanted == (previous == .playing), "it is to be \(previous)")
                ?? claim(pursuit.seek == nil || pursuit.seek?.to == place, "\(place) is wanted")
                ?? claim(current == nil || isSame(current, track), "\(track.id) is heard, or was")
        }
    }

    /// The state that the values stand for.
    private var projection: PlayerState {
        let intent: PlaybackIntent = sound.motion.isWanted ? .playing : .paused
        if let path = seekPath, let track = sound.track {
            return .seeking(track: track, from: path.from, to: path.to, previous: intent)
        }
        if let candidate = pursuit.navigation?.candidate ?? standby?.request?.candidate {
            // A stop leads to silence: what is wanted then starts anew.
            guard intent == .playing, !sound.motion.isFadingOut, let track = sound.track else {
                return .preparing(track: candidate)
            }
            return .preparingCrossfade(currentTrack: track, nextTrack: candidate)
        }
        if let fade = sound.fade, let track = sound.track { return projection(of: fade, to: track) }
        switch (sound.motion, sound.track) {
        case (.silent(let silence), _): return silence.state
        case (.running, let track?): return .playing(track: track)
        case (.fadingOut(let track, let duration), _): return .fadingOut(track: track, targetDuration: duration)
        case (.waiting, let track?), (.standingStalled, let track?):
            return .buffering(track: track, percent: current?.fill ?? 0, previous: intent)
        case (.standing(let position), let track?): return .paused(track: track, position: position)
        case (_, nil): preconditionFailure("\(sound.motion) of nothing")
        }
    }

    private func projection(of fade: Fade, to track: QueueEntry) -> PlayerState {
        let progress = fade.announced
        guard let saved = fade.pause else {
            return .crossfading(
                fromTrack: fade.from, toTrack: track, progress: progress,
                canQuickFinish: ResumeStrategy.canQuickFinish(at: progress))
        }
        return .crossfadePaused(
            fromTrack: fade.from, toTrack: track, progress: progress,
            resumeStrategy: ResumeStrategy(progress: progress), savedState: saved)
    }

    private func claim(_ isTrue: Bool, _ claim: String) -> String? { isTrue ? nil : "it is not so that \(claim)" }

    private func isSame(_ load: Load?, _ track: QueueEntry) -> Bool { load?.entry.isSameOccurrence(as: track) == true }

    private func claimFade(_ from: QueueEntry, _ to: QueueEntry) -> String? {
        claim(isSame(current, to), "\(to.id) comes")
            ?? claim(outgoing == nil || isSame(outgoing, from), "\(from.id) goes")
    }

    private var isOnlyPursuit: Bool { pursuit.navigation == nil || pursuit.seek == nil }
    /// True while another entry, or another position, is wanted and not heard yet.
    var isPursuing: Bool { pursuit.navigation != nil || isSeeking || standby?.request != nil }
    private var isSeeking: Bool { seekPath != nil }

    /// The position that a seek left and the one that it goes to, until that is heard; nil without a seek.
    var seekPath: (from: MediaTime, to: MediaTime)? {
        if let seek = pursuit.seek { return (seek.from, seek.to) }
        // The new position is on its way to the ear.
        return standby.flatMap { load in load.purpose.origin.map { ($0, load.start) } }
    }

    /// Either the file is still looked for, or it is ready and not heard yet.
    private func isOnTheWay(to track: QueueEntry) -> Bool {
        if let navigation = pursuit.navigation { return navigation.candidate.isSameOccurrence(as: track) }
        return standby?.isCommitted == true && isSame(standby, track)
    }
}
