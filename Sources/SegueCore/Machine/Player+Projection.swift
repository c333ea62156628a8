/// Whether state and values agree. Each case of the state claims something about the values, and a claim that does not
/// hold is a fault of the core. Debug builds check after every step.
extension Player {
    /// What the state claims and the values do not say; nil where they agree.
    package var contradiction: String? {
        if !state.isValid { return "an invalid state" }
        if !isOnlyPursuit { return "a navigation and a seek at once" }
        if !projection.contains(state.kind) { return "the values say \(projection)" }
        switch state {
        case .idle, .finished, .failed: return claim(isSilent && !isPursuing, "nothing is loaded and nothing wanted")
        case .preparing(let track):
            return claim(!sound.isRunning && sound.fade == nil, "nothing sounds")
                ?? claim(isOnTheWay(to: track), "it is on the way to \(track.id)")
        case .preparingCrossfade(_, let next):
            return claim(sound.fade == nil, "no fade is heard")
                ?? claim(isOnTheWay(to: next), "it is on the way to \(next.id)")
        case .playing(let track):
            return claim(
                sound.isRunning && sound.fade == nil && !isPursuing, "one track sounds, and no other is wanted")
                ?? claim(isSame(current, track), "\(track.id) sounds")
        case .crossfading(let from, let to, _, _):
            return claim(sound.isRunning && !isPursuing, "it sounds, and nothing else is wanted") ?? claimFade(from, to)
        case .crossfadePaused(let from, let to, _, _, _):
            return claim(!sound.isRunning && !isPursuing, "it is silent, and nothing else is wanted")
                ?? claimFade(from, to)
        case .paused(let track, _):
            return claim(!sound.isRunning && sound.fade == nil && !isPursuing, "one track stands still")
                ?? claim(current == nil || isSame(current, track), "\(track.id) stands still")
        case .fadingOut:
            return claim(standby == nil && sound.fade == nil && !isPursuing, "nothing else is wanted")
        case .buffering(let track, let percent, _):
            return claim(!sound.isRunning && sound.fade == nil && !isPursuing, "one track waits")
                ?? claim(isSame(current, track) && current?.fill == percent, "\(track.id) waits at \(percent) %")
        case .seeking(let track, _, let place, _):
            return claim(sound.fade == nil && isSeeking, "another place is wanted")
                ?? claim(pursuit.seek == nil || pursuit.seek?.to == place, "\(place) is wanted")
                ?? claim(current == nil || isSame(current, track), "\(track.id) is heard, or was")
        }
    }

    /// What the values say by themselves. Where that is more than one thing, the state adds what it alone knows: why
    /// nothing is loaded (a track may end in a pause, too), whether what sounds fades to silence, whether a stream that
    /// fills was to be heard, and whether the track in front of the one that loads has run out.
    private var projection: Set<PlayerState.Kind> {
        if sound.fade != nil { return sound.isRunning ? [.crossfading] : [.crossfadePaused] }
        if isSeeking { return [.seeking] }
        if isPursuing { return sound.isRunning ? [.preparingCrossfade] : [.preparingCrossfade, .preparing] }
        if sound.isRunning { return [.playing, .fadingOut] }
        if isSilent { return [.idle, .finished, .failed, .paused] }
        return current?.fill != nil ? [.buffering, .paused] : [.paused]
    }

    private func claim(_ isTrue: Bool, _ claim: String) -> String? { isTrue ? nil : "it is not so that \(claim)" }

    private func isSame(_ load: Load?, _ track: QueueEntry) -> Bool { load?.entry.isSameOccurrence(as: track) == true }

    private func claimFade(_ from: QueueEntry, _ to: QueueEntry) -> String? {
        claim(sound.fade != nil && isSame(current, to), "\(to.id) comes")
            ?? claim(outgoing == nil || isSame(outgoing, from), "\(from.id) goes")
    }

    private var isSilent: Bool { sound.loads.isEmpty && standby == nil && !sound.isRunning }
    private var isOnlyPursuit: Bool { pursuit.navigation == nil || pursuit.seek == nil }
    private var isPursuing: Bool { pursuit.navigation != nil || isSeeking || standby?.request != nil }
    private var isSeeking: Bool { pursuit.seek != nil || standby?.purpose == .seek }

    /// Either the file is still looked for, or it is ready and not heard yet.
    private func isOnTheWay(to track: QueueEntry) -> Bool {
        if let navigation = pursuit.navigation { return navigation.candidate.isSameOccurrence(as: track) }
        return standby?.isCommitted == true && isSame(standby, track)
    }
}
