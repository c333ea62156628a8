import SegueCore
import Synchronization

extension Branch {
    /// Whether it is on the mixer's timeline, or was until a moment ago.
    var isInMixer: Bool {
        state.withLock { $0.isInMixer }
    }

    /// Whether nothing waits at the gate yet.
    var isLoading: Bool { state.withLock { $0.phase == .loading } }

    /// Whether its first buffer waits at the gate.
    var isPrerolled: Bool { state.withLock { $0.phase == .prerolled } }

    /// Takes a load that waits at the gate for the mixer; false when it has been given up, or is taken.
    func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .prerolled else { return false }
            state.phase = .claimed
            return true
        }
    }

    /// Gives a load up that is not in the mixer, and never will be; false when it is there.
    func abandon() -> Bool {
        state.withLock { state in
            switch state.phase {
            case .loading, .prerolled:
                state.phase = .dead
                return true
            case .claimed, .sounding: return false
            case .dead: return !state.isInMixer
            }
        }
    }

    /// Whether the end of the stream has gone to the mixer.
    var hasEnded: Bool { state.withLock { $0.finalSample != nil } }

    /// The first sample of the timeline whose gain can still be changed.
    var frontier: Int64 { state.withLock { $0.frontier } }

    /// The sample that it should have given by now; nil where it has, or has to wait itself.
    var wantedSample: Int64? {
        let sample: Int64? = state.withLock { state in
            guard state.phase == .sounding, state.finalSample == nil, !state.holdsEnd, !state.isHeld else { return nil }
            return state.frontier
        }
        return sample.flatMap { mixer.hasRoom(at: $0) ? $0 : nil }
    }

    var loudnessGain: Double { state.withLock { $0.loudness } }

    /// True once: of several errors, the first one counts.
    func takeFailure() -> Bool {
        state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
    }

    /// Silence over `ramp` from the frontier on, and then the end; what was planned to follow is forgotten.
    func rampOut(over ramp: MediaTime) {
        state.withLock { if $0.phase == .claimed { $0.endSample = .min } }
        rewrite { state, frontier in
            let end = frontier + ramp.samples(rate: rate)
            state.envelope.hold(from: frontier)
            state.envelope.line(to: 0, at: end)
            state.endSample = end
            state.armed = nil
            state.run = nil
        }
    }

    /// Makes the fade go on from `sample` so that it ends at `end`.
    func hurry(from sample: Int64, to end: Int64) {
        rewrite { state, frontier in
            guard let run = state.run else { return }
            let hurried = run.hurried(from: max(sample, frontier), to: end)
            hurried.write(into: &state.envelope)
            state.run = hurried
            if run.direction == .outgoing { state.endSample = end }
        }
    }

    /// Ends the fade that it takes part in at full gain, over `ramp` from the frontier on. False when there is none.
    func comeUp(over ramp: MediaTime) -> Bool {
        var isFading = false
        rewrite { state, frontier in
            guard state.run != nil else { return }
            isFading = true
            state.envelope.hold(from: frontier)
            state.envelope.line(to: 1, at: frontier + ramp.samples(rate: rate))
            state.endSample = nil
            state.run = nil
        }
        return isFading
    }

    /// True once: the position that was asked for is still to be gone to.
    func takeSeek() -> Bool {
        state.withLock { state in
            defer { state.hasSought = true }
            return !state.hasSought
        }
    }
}
