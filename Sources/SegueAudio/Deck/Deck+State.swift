import SegueCore
import Synchronization

extension Deck {
    /// What the streaming thread and the loop share about one load.
    struct Shared {
        var machine = DeckMachine<Deck>()
        var source: SourceState
        /// What has arrived of it, from the first buffer on, until it sounds.
        var opening: Opening?
        /// With what the load that follows without a gap goes on.
        var continuation: (Deck, Reblocker.Continuation)?
        /// The gain in front of the fade.
        var loudness = 1.0
        /// Whether the position that was asked for has been gone to.
        var hasSought = false
        /// Whether an error has ended it.
        var hasFailed = false
        /// How much sound the file has, by what is in it; nil when it is taken at its word.
        var length: MediaTime?

        /// Once: what the load begins with.
        mutating func takeOpening() -> Opening? {
            defer { opening = nil }
            return opening
        }
    }

    // MARK: - How far it is

    /// Whether it is on the mixer's timeline, or was until a moment ago.
    var isInMixer: Bool { shared.withLock { $0.machine.isInMixer } }

    /// Whether nothing waits at the gate yet.
    var isLoading: Bool { shared.withLock { $0.machine.isLoading } }

    /// Whether its first buffer waits at the gate.
    var isPrerolled: Bool { shared.withLock { $0.machine.isWaiting } }

    /// Whether samples of it pass, or may.
    var isPlaying: Bool { shared.withLock { $0.machine.isPlaying } }

    /// Whether it is on a timeline that goes on, which waits for its end.
    var isOnTimeline: Bool {
        let number = mixer.number
        return shared.withLock { $0.machine.isOnTimeline(number) }
    }

    /// Whether the mixer's timeline is still the one that it was put on.
    var isOnCurrentTimeline: Bool { shared.withLock { $0.machine.timelineNumber } == mixer.number }

    /// The first sample of the timeline whose gain can still be changed.
    var frontier: Int64 { shared.withLock { $0.machine.frontier } }

    /// Whether more of it comes onto the timeline.
    var isUnderWay: Bool { shared.withLock { $0.machine.wantedSample } != nil }

    /// The sample that it should have given by now; nil where it has, or has to wait itself.
    var wantedSample: Int64? {
        shared.withLock { $0.machine.wantedSample }.flatMap { mixer.waits(for: $0) ? $0 : nil }
    }

    /// Where its media lies on the mixer's timeline.
    var timeline: Timeline { shared.withLock { $0.machine.timeline } }

    /// Its part in a fade that is under way or over.
    var run: FadeRun? { shared.withLock { $0.machine.run } }

    /// From which sample of the timeline on it is silent; nil where it goes on to its own end.
    var silence: Int64? { shared.withLock { $0.machine.silence } }

    /// What has arrived and waits at the gate.
    var arrived: Opening? { shared.withLock { $0.opening } }

    /// What follows it, as far as that is known.
    var follower: LoadGeneration? { shared.withLock { $0.machine.follower }?.generation }

    var loudnessGain: Double { shared.withLock { $0.loudness } }

    // MARK: - What is wanted of it

    /// Takes a load that waits at the gate for the mixer; false when it has been given up, or is taken.
    func claim() -> Bool { shared.withLock { $0.machine.claim() } }

    /// Gives a load up that is not in the mixer, and never will be; false when it is there.
    func abandon() -> Bool { shared.withLock { $0.machine.abandon() } }

    /// What follows it, from the sample on that is due. With `ifInTime` nothing is changed where that has passed.
    @discardableResult
    func arm(_ armed: ArmedTransition<Deck>, ifInTime: Bool = false) -> DeckMachine<Deck>.Arming {
        shared.withLock { $0.machine.arm(armed, ifInTime: ifInTime) }
    }

    /// This load does not follow it any more.
    func disarm(_ incoming: LoadGeneration) {
        shared.withLock { _ = $0.machine.disarm { $0.generation == incoming } }
    }

    /// Takes back what was to follow; false when that is something else by now.
    func disarm(_ armed: ArmedTransition<Deck>) -> Bool {
        shared.withLock { $0.machine.disarm { $0 === armed.incoming } }
    }

    /// Nothing follows it.
    func playOut() {
        shared.withLock { $0.machine.playOut() }
    }

    /// It is silent from this sample of the timeline on; with nil it goes on to its own end.
    func end(at sample: Int64?) {
        shared.withLock { $0.machine.silence = sample }
    }

    /// Another load has its pad from this sample on.
    func giveWay(at sample: Int64) {
        shared.withLock { $0.machine.giveWay(at: sample) }
    }

    /// True once: of several errors, the first one counts.
    func takeFailure() -> Bool {
        shared.withLock { shared in
            defer { shared.hasFailed = true }
            return !shared.hasFailed
        }
    }

    /// True once: the position that was asked for is still to be gone to.
    func takeSeek() -> Bool {
        shared.withLock { shared in
            defer { shared.hasSought = true }
            return !shared.hasSought
        }
    }
}
