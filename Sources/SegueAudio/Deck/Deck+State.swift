import EventLoop
import SegueCore

extension Deck {
    /// The state of one load that the streaming thread and the loop share.
    struct Shared {
        var machine = DeckMachine<Deck>()
        var source: SourceState
        /// The load's beginning, from the first buffer on, until the load sounds.
        var head: Head?
        /// The load that follows without a gap, and the filter that it continues with.
        var continuation: (Deck, Reblocker.Continuation)?
        /// The gain before the fade.
        var loudness = 1.0
        /// True once the stream has been moved to the requested position.
        var hasSought = false
        /// True once an error has ended the load.
        var hasFailed = false
        /// The length of the audio, as counted in the file's content; nil if the stated length is trusted.
        var length: MediaTime?
        /// The longest audio that the file can hold; nil for a load from the network.
        var longest: MediaTime?

        /// The reason why the load's format can't be played. It is more exact than an element's error about the format.
        var misfit: AudioPlayerError?

        /// Returns the load's beginning once.
        mutating func takeHead() -> Head? {
            defer { head = nil }
            return head
        }
    }

    // MARK: - How far the load is

    /// True if the load is on the mixer's timeline, or was until a moment ago.
    var isInMixer: Bool { shared.withLock { $0.machine.isInMixer } }

    /// The reason why the format of the load can't be played; nil if there is none.
    var misfit: AudioPlayerError? { shared.withLock { $0.misfit } }

    /// True if nothing waits at the gate yet.
    var isLoading: Bool { shared.withLock { $0.machine.isLoading } }

    /// True if the load's first buffer waits at the gate.
    var isPrerolled: Bool { shared.withLock { $0.machine.isWaiting } }

    /// True if samples of the load pass, or may pass.
    var isPlaying: Bool { shared.withLock { $0.machine.isPlaying } }

    /// True if the load is on the current timeline, which waits for the load's end.
    var isOnTimeline: Bool {
        let number = mixer.number
        return shared.withLock { $0.machine.isOnTimeline(number) }
    }

    /// True if the mixer still has the timeline that the load was put on.
    var isOnCurrentTimeline: Bool { shared.withLock { $0.machine.timelineNumber } == mixer.number }

    /// The first sample of the timeline whose gain can still be changed.
    var frontier: Int64 { shared.withLock { $0.machine.frontier } }

    /// The next sample of the load if the mixer waits for it; nil if not, or if the load itself has to wait.
    var wantedSample: Int64? {
        shared.withLock { $0.machine.wantedSample }.flatMap { mixer.waits(for: $0) ? $0 : nil }
    }

    /// The position of the load's media on the mixer's timeline.
    var timeline: Timeline { shared.withLock { $0.machine.timeline } }

    /// The sample of the timeline from which the load is silent; nil if it plays to its own end.
    var silence: Int64? { shared.withLock { $0.machine.silence } }

    /// The beginning that has arrived and waits at the gate.
    var arrived: Head? { shared.withLock { $0.head } }

    /// The complete reading of the deck for the score.
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
                    isComplete: isComplete(shared.source), isDecided: machine.isDecided,
                    waitsForSuccessor: isComplete(shared.source) && machine.waitsForDecision,
                    isUnderWay: machine.wantedSample != nil, isReserveEmpty: isReserveEmpty),
                machine.wantedSample
            )
        }
        reading.isWanted = wanted.map(mixer.waits) ?? false
        return reading
    }

    // MARK: - What is wanted of the load

    /// Claims a load that waits at the gate for the mixer. Returns false if the load is cancelled, or already claimed.
    func claim() -> Bool { shared.withLock { $0.machine.claim() } }

    /// Cancels a load that is not in the mixer, so that it never enters. Returns false if the load is in the mixer.
    func abandon() -> Bool { shared.withLock { $0.machine.abandon() } }

    /// Sets the load that follows, from its due sample on. With `ifInTime`, changes nothing if that sample has passed.
    @discardableResult
    func arm(_ armed: ArmedTransition<Deck>, ifInTime: Bool = false) -> DeckMachine<Deck>.Arming {
        shared.withLock { $0.machine.arm(armed, ifInTime: ifInTime) }
    }

    /// Cancels the transition to this load.
    func disarm(_ incoming: LoadGeneration) {
        shared.withLock { _ = $0.machine.disarm { $0.generation == incoming } }
    }

    /// Cancels a transition that was to follow. Returns false if another transition has replaced it.
    func disarm(_ armed: ArmedTransition<Deck>) -> Bool {
        shared.withLock { $0.machine.disarm { $0 === armed.incoming } }
    }

    /// Notes that nothing follows this load.
    func playOut() {
        shared.withLock { $0.machine.playOut() }
    }

    /// Notes that nothing follows this load, and discards the planned transition.
    func playOutAlone() {
        shared.withLock { $0.machine.playOutAlone() }
        reconsider()
    }

    /// Ends the load where its stream has stopped, which waits for this decision.
    func endHere() {
        shared.withLock { $0.machine.breakOff() }
        reconsider()
    }

    /// Silences the load from this sample of the timeline on. With nil, the load plays to its own end.
    func end(at sample: Int64?) {
        shared.withLock { $0.machine.silence = sample }
    }

    /// Hands this load's pad to another load from this sample on.
    func giveWay(at sample: Int64) {
        shared.withLock { $0.machine.giveWay(at: sample) }
    }

    /// Returns true once: of several errors, the first one counts.
    func takeFailure() -> Bool {
        shared.withLock { shared in
            defer { shared.hasFailed = true }
            return !shared.hasFailed
        }
    }

    /// Returns true once: the stream has yet to be moved to the requested position.
    func takeSeek() -> Bool {
        shared.withLock { shared in
            defer { shared.hasSought = true }
            return !shared.hasSought
        }
    }
}
