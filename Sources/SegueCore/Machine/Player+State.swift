/// The state, computed from the values (design.md, States).
extension Player {
    /// The state of playback. It follows from the sound and from what is wanted beside it, and is kept nowhere.
    public var state: PlayerState {
        if let path = seekPath, let track = sound.track {
            return .seeking(track: track, from: path.from, to: path.to, previous: sound.motion.intent)
        }
        guard let candidate = pursuit.navigation?.candidate ?? standby?.request?.candidate else { return sound.state }
        // A stop leads to silence: what is wanted then starts anew.
        guard sound.motion.goesOn, let track = sound.track else { return .preparing(track: candidate) }
        return .preparingCrossfade(currentTrack: track, nextTrack: candidate)
    }

    /// True while another entry, or another position, is wanted and not heard yet.
    var isPursuing: Bool { pursuit.navigation != nil || isSeeking || standby?.request != nil }

    /// True while another position is wanted and not heard yet.
    var isSeeking: Bool { seekPath != nil }

    /// The position that a seek left and the one that it goes to; nil without a seek.
    var seekPath: (from: MediaTime, to: MediaTime)? {
        if let seek = pursuit.seek { return (seek.from, seek.to) }
        // The new position is on its way to the ear.
        return standby.flatMap { load in load.purpose.origin.map { ($0, load.start) } }
    }
}
