/// The state, computed from the values (design.md, States).
extension Player {
    /// The state of playback, which is computed and never stored. It follows from the audible loads and from the
    /// pending navigation or seek.
    public var state: PlayerState {
        if let path = seekPath, let track = sound.track {
            return .seeking(track: track, from: path.from, to: path.to, previous: sound.motion.intent)
        }
        guard let candidate = pursuit.navigation?.candidate ?? standby?.request?.candidate else { return sound.state }
        // A stop leads to silence: the wanted track then starts from silence.
        guard sound.motion.goesOn, let track = sound.track else { return .preparing(track: candidate) }
        return .preparingCrossfade(currentTrack: track, nextTrack: candidate)
    }

    /// True while another entry, or another position, is wanted and not heard yet.
    var isPursuing: Bool { pursuit.navigation != nil || isSeeking || standby?.request != nil }

    /// True while another position is wanted and not heard yet.
    var isSeeking: Bool { seekPath != nil }

    /// The start and the target position of a seek; nil without a seek.
    var seekPath: (from: MediaTime, to: MediaTime)? {
        if let seek = pursuit.seek { return (seek.from, seek.to) }
        // The new position is on its way to the output.
        return standby.flatMap { load in load.purpose.origin.map { ($0, load.start) } }
    }
}
