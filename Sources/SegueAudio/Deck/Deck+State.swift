import SegueCore
import Synchronization

extension Deck {
    /// What the streaming thread and the loop share about one load.
    struct Shared {
        var machine = DeckMachine<Deck>()
        var source: SourceState
        /// The load's beginning, from the first buffer on, until the load sounds.
        var head: Head?
        /// The load that follows without a gap, and the filter that it goes on with.
        var continuation: (Deck, Reblocker.Continuation)?
        /// The gain in front of the fade.
        var loudness = 1.0
        /// Whether the stream has been moved to the position that was asked for.
        var hasSought = false
        /// Whether an error has ended the load.
        var hasFailed = false
        /// How much sound the file has, as its content tells; nil when the length that it gives is trusted.
        var length: MediaTime?
        /// The most sound that the file can hold; nil for a load from the network.
        var longest: MediaTime?

        /// Why the load's format can't be played. An element that complains about the format knows less.
        var misfit: AudioPlayerError?

        /// Once: the load's beginning.
        mutating func takeHead() -> Head? {
            defer { head = nil }
            return head
        }
    }

    // MARK: - How far the load is

    /// Whether the load is on the mixer's timeline, or was until a moment ago.
    var isInMixer: Bool { shared.withLock { $0.machine.isInMixer } }

    /// Why the format of the load can't be played; nil while nothing keeps it from that.
    var misfit: AudioPlayerError? { shared.withLock { $0.misfit } }

    /// Whether nothing waits at the gate yet.
    var isLoading: Bool { shared.withLock { $0.machine.isLoading } }

    /// Whether the load's first buffer waits at the gate.
    var isPrerolled: Bool { shared.withLock { $0.machine.isWaiting } }

    /// Whether samples of the load pass, or may pass.
    var isPlaying: Bool { shared.withLock { $0.machine.isPlaying } }

    /// Whether the load is on a timeline that goes on, and that waits for the load's end.
    var isOnTimeline: Bool {
        let number = mixer.number
        return shared.withLock { $0.machine.isOnTimeline(number) }
    }

    /// Whether the mixer still has the timeline that the load was put on.
    var isOnCurrentTimeline: Bool { shared.withLock { $0.machine.timelineNumber } == mixer.number }

    /// The first sample of the timeline whose gain can still be changed.
    var frontier: Int64 { shared.withLock { $0.machine.frontier } }

    /// The sample that the load should have given by now; nil when it has given it, or has to wait itself.
    var wantedSample: Int64? {
        shared.withLock { $0.machine.wantedSample }.flatMap { mixer.waits(for: $0) ? $0 : nil }
    }

    /// Where the load's media lies on the mixer's timeline.
    var timeline: Timeline { shared.withLock { $0.machine.timeline } }

    /// The sample of the timeline from which on the load is silent; nil when it goes on to its own end.
    var silence: Int64? { shared.withLock { $0.machine.silence } }

    /// What has arrived and waits at the gate.
    var arrived: Head? { shared.withLock { $0.head } }

    /// All that the score is told of the deck, at once.
    var reading: DeckReading {
        let number = mixer.number
        let isReserveEmpty = reserve?.isEmpty == true
        var (reading, wanted) = shared.withLock { shared in
            let machine = shared.machine
            return (
                DeckReading(
                    position: position, timeline: machine.timeline, frontier: machine.frontier,
                    run: machine.run, loudness: shared.loudness, isInMixer: machine.isInMixer,
                    isOnTimeline: machine.isOnTimeline(number),
                    isOnCurrentTimeline: machine.timelineNumber == number, isContinuation: isContinuation,
                    isLive: shared.source.isLive, isRemote: isRemote,
                    canGoOn: !isRemote || shared.source.isLive || shared.source.isKnownSeekable,
                    isComplete: shared.source.isComplete, isDecided: machine.isDecided,
                    waitsForSuccessor: shared.source.isComplete && machine.waitsForDecision,
                    isUnderWay: machine.wantedSample != nil, isReserveEmpty: isReserveEmpty),
                machine.wantedSample
            )
        }
        reading.isWanted = wanted.map(mixer.waits) ?? false
        return reading
    }

    // MARK: - What is wanted of the load

    /// Takes a load that waits at the gate for the mixer; false when it has been given up, or taken already.
    func claim() -> Bool { shared.withLock { $0.machine.claim() } }

    /// Gives up a load that is not in the mixer, so that it never will be; false when it is there.
    func abandon() -> Bool { shared.withLock { $0.machine.abandon() } }

    /// Sets what follows this load, from the sample on where it is due. With `ifInTime`, changes nothing when that
    /// sample has passed.
    @discardableResult
    func arm(_ armed: ArmedTransition<Deck>, ifInTime: Bool = false) -> DeckMachine<Deck>.Arming {
        shared.withLock { $0.machine.arm(armed, ifInTime: ifInTime) }
    }

    /// This load does not follow any more.
    func disarm(_ incoming: LoadGeneration) {
        shared.withLock { _ = $0.machine.disarm { $0.generation == incoming } }
    }

    /// Takes back a transition that was to follow; false when another one has taken its place.
    func disarm(_ armed: ArmedTransition<Deck>) -> Bool {
        shared.withLock { $0.machine.disarm { $0 === armed.incoming } }
    }

    /// Nothing follows this load.
    func playOut() {
        shared.withLock { $0.machine.playOut() }
    }

    /// Nothing follows this load, whatever was planned.
    func playOutAlone() {
        shared.withLock { $0.machine.playOutAlone() }
        reconsider()
    }

    /// The load is silent from this sample of the timeline on; with nil, it goes on to its own end.
    func end(at sample: Int64?) {
        shared.withLock { $0.machine.silence = sample }
    }

    /// Another load has this one's pad from this sample on.
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

    /// True once: the stream has yet to be moved to the position that was asked for.
    func takeSeek() -> Bool {
        shared.withLock { shared in
            defer { shared.hasSought = true }
            return !shared.hasSought
        }
    }
}
