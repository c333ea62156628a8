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

    /// Whether it is on a timeline that goes on, which waits for its end.
    var isOnTimeline: Bool {
        let number = mixer.number
        return state.withLock { state in
            switch state.phase {
            case .claimed, .sounding: true
            case .loading, .prerolled: false
            // All that is heard of it has gone to the mixer, and perhaps its end has not yet.
            case .dead: state.timelineNumber == number && state.finalSample == nil
            }
        }
    }

    /// Whether the mixer's timeline is still the one that it was put on.
    var isOnCurrentTimeline: Bool { state.withLock { $0.timelineNumber } == mixer.number }

    /// Whether the end of the stream has gone to the mixer.
    var hasEnded: Bool { finalSample != nil }

    /// The first sample of the timeline whose gain can still be changed.
    var frontier: Int64 { state.withLock { $0.frontier } }

    /// Whether more of it comes onto the timeline.
    var isUnderWay: Bool {
        state.withLock { $0.phase == .sounding && $0.finalSample == nil && !$0.holdsEnd && !$0.isHeld }
    }

    /// The sample that it should have given by now; nil where it has, or has to wait itself.
    var wantedSample: Int64? {
        let sample: Int64? = state.withLock { state in
            guard state.phase == .sounding, state.finalSample == nil, !state.holdsEnd, !state.isHeld else { return nil }
            return state.frontier
        }
        return sample.flatMap { mixer.waits(for: $0) ? $0 : nil }
    }

    /// What follows it, from the sample on that is due. With `ifInTime`, false when that has passed: then nothing is
    /// changed.
    @discardableResult
    func arm(_ armed: ArmedTransition, ifInTime: Bool = false) -> Bool {
        state.withLock { state in
            if ifInTime, state.phase == .sounding, let due = armed.sample(on: state.timeline), due < state.frontier {
                return false
            }
            state.armed = armed
            return true
        }
    }

    /// This load does not follow it any more.
    func disarm(_ incoming: LoadGeneration) {
        state.withLock { if $0.armed?.incoming.generation == incoming { $0.armed = nil } }
    }

    /// Nothing follows it.
    func playOut() {
        state.withLock { $0.playsOut = true }
    }

    /// It is silent from this sample of the timeline on; with nil it goes on to its own end.
    func end(at sample: Int64?) {
        state.withLock { $0.endSample = sample }
    }

    /// Another load has its pad from this sample on.
    func giveWay(at sample: Int64) {
        state.withLock { $0.finalSample = sample }
    }

    /// Where its media lies on the mixer's timeline.
    var timeline: Timeline { state.withLock { $0.timeline } }

    /// Its part in a fade that is under way or over.
    var run: FadeRun? { state.withLock { $0.run } }

    /// Where its end has gone to the mixer; nil before that.
    var finalSample: Int64? { state.withLock { $0.finalSample } }

    /// What has arrived and waits at the gate.
    var arrived: Opening? { state.withLock { $0.opening } }

    /// Takes back what was to follow; false when that is something else by now.
    func disarm(_ armed: ArmedTransition) -> Bool {
        state.withLock { state in
            guard state.armed?.incoming === armed.incoming else { return false }
            state.armed = nil
            return true
        }
    }

    /// What follows it, as far as that is known.
    var follower: LoadGeneration? { state.withLock { $0.armed?.incoming.generation } }

    var loudnessGain: Double { state.withLock { $0.loudness } }

    /// True once: of several errors, the first one counts.
    func takeFailure() -> Bool {
        state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
    }

    /// True once: the position that was asked for is still to be gone to.
    func takeSeek() -> Bool {
        state.withLock { state in
            defer { state.hasSought = true }
            return !state.hasSought
        }
    }
}
