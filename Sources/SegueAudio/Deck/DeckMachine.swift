import SegueCore

/// The path of a deck's audio from its gate to the mixer. The audio waits, is put on the mixer's timeline, passes in
/// blocks, is followed by another deck's audio, and ends. A value: its owner reports arrivals and requests, and the
/// machine returns the next step. `Owner` is the type that has such a machine; samples are those of the mixer's
/// timeline.
struct DeckMachine<Owner: AnyObject & Sendable>: Sendable {
    /// The thread that hands on the available samples.
    private enum Work: Hashable {
        case nobody
        /// The streaming thread.
        case passing
        /// Another thread, which sends the end without waiting for samples that may never arrive.
        case ending
    }

    private(set) var state = State.loading
    private var work = Work.nobody
    /// True if the deck has to end with the available samples, and wait for nothing more.
    private var mustNotWait = false
    private var latest: Arrival?
    /// The position of the deck's media on the mixer's timeline; from `enter` on.
    private(set) var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
    /// The number of the mixer's timeline that the deck was put on; nil before.
    private(set) var timelineNumber: Int?
    private(set) var passed: Int64 = 0
    private(set) var gain = DeckGain()
    /// True if the deck came onto its timeline while another load was audible.
    private var isSuccessor = false
    private(set) var outlook = DeckOutlook<Owner>()

    /// Returns a machine for another deck of the same load, with the same plan for what follows.
    func successor() -> DeckMachine {
        var new = DeckMachine()
        new.outlook = outlook.successor()
        return new
    }

    // MARK: - From the gate to the timeline

    /// Sets the position at which the media begins, according to the arrivals.
    mutating func locate(_ mediaStart: MediaTime) {
        if state == .loading { timeline.mediaStart = mediaStart }
    }

    /// Notes that enough has arrived to begin with.
    mutating func becomeReady() {
        if state == .loading { state = .waiting }
    }

    /// Notes that the stream is moved to its position. Does nothing for a deck that has been cancelled.
    mutating func seek() {
        if isLoading || state == .waiting { state = .moving }
    }

    /// Notes that nothing from before the seek is left ahead of the gate: the beginning arrives now.
    mutating func flushedForSeek() {
        if state == .moving { state = .loading }
    }

    /// Claims a deck that waits at the gate for the mixer. Returns false if the deck is cancelled, or already claimed.
    mutating func claim() -> Bool {
        guard state == .waiting else { return false }
        state = .claimed
        return true
    }

    /// Cancels a deck that is not in the mixer, so that it never enters. Returns false if the deck is in the mixer, or
    /// was.
    mutating func abandon() -> Bool {
        guard !isInMixer else { return false }
        state = .over
        return true
    }

    /// Cancels the deck in any state: nothing more passes.
    mutating func giveUp() {
        flushed()
        outlook.armed = nil
    }

    /// Notes that the mixer accepts nothing more from this deck.
    mutating func flushed() {
        state = .over
    }

    /// Puts the deck on the mixer's timeline of this number, with its first sample at `sample`. A fade may be resumed
    /// in its middle. From `holdSample` on, the deck waits until it is decided what follows.
    mutating func enter(
        _ number: Int, at sample: Int64, rate: Int32, run: FadeRun?, isSuccessor: Bool, holdSample: Int64?
    ) {
        guard state == .claimed else { return }
        state = .entered
        timelineNumber = number
        timeline.startSample = sample
        timeline.rate = rate
        passed = 0
        outlook.holdSample = holdSample
        self.isSuccessor = isSuccessor
        gain = DeckGain(run: run)
    }

    // MARK: - What is wanted

    /// The sample from which the deck is silent, and ends; nil if it plays to its own end.
    var silence: Int64? {
        get { outlook.silence }
        set { outlook.silence = newValue }
    }

    /// Sets the transition to the deck that follows, from its due sample on. With `ifInTime`, changes nothing if that
    /// sample has passed.
    mutating func arm(_ armed: ArmedTransition<Owner>, ifInTime: Bool) -> Arming {
        if ifInTime {
            switch state {
            case .ending, .ended, .over: return .late
            case .entered, .sounding:
                if let due = armed.sample(on: timeline), due < frontier { return .late }
            case .loading, .moving, .waiting, .claimed: break
            }
        }
        outlook.armed = armed
        return .done
    }

    /// Disarms the deck that follows if it meets `condition`. Returns false if another deck follows, or none.
    @discardableResult
    mutating func disarm(where condition: (Owner) -> Bool) -> Bool {
        guard let follower, condition(follower) else { return false }
        outlook.armed = nil
        return true
    }

    /// Notes that nothing follows this deck.
    mutating func playOut() {
        outlook.playsOut = true
    }

    /// Ends the deck where its stream has stopped. Nothing follows it.
    mutating func breakOff() {
        playOutAlone()
        outlook.isBroken = true
    }

    /// Notes that nothing follows this deck, and discards the planned transition.
    mutating func playOutAlone() {
        outlook.armed = nil
        outlook.playsOut = true
    }

    /// Fades the deck out until `end`, its gain along `curve` (`FadeRun.span`), from `start` on if that is still
    /// possible, over at least `ramp`. Returns the sample from which the deck is silent.
    mutating func fadeOut(
        along curve: FadeCurve, within span: ClosedRange<Double>?, from start: Int64, to end: Int64, ramp: Int64
    ) -> Int64 {
        guard isPlaying else { return end }
        let first = max(start, frontier)
        let last = max(end, first + ramp)
        gain.fadeOut(along: curve, within: span, from: first, to: last)
        outlook.silence = last
        return last
    }

    /// Hands this deck's pad to another deck from this sample on.
    mutating func giveWay(at sample: Int64) {
        if isPlaying { state = .ended(at: sample) }
    }

    // MARK: - What arrives

    /// Handles a piece that has arrived at the gate, perhaps not for the first time.
    mutating func arrived(_ arrival: Arrival) -> ArrivalStep {
        switch state {
        case .loading: return .keep
        case .moving, .waiting, .claimed, .ending, .ended, .over: return .wait
        case .entered, .sounding: break
        }
        guard work != .ending else { return .wait }
        work = .passing
        defer { latest = arrival }
        if state == .entered {
            state = .sounding
            return .begin(timeline)
        }
        return latest == arrival ? .goOn : .take
    }

    /// Handles the arrival of the end of the stream. Returns false if another thread sends the end already.
    mutating func endArrived() -> Bool {
        guard work != .ending else { return false }
        work = .passing
        return true
    }

    /// Returns the timeline for the beginning if that has not been handed on; nil if it has been, or is not wanted.
    mutating func beginning() -> Timeline? {
        guard state == .entered else { return nil }
        state = .sounding
        return timeline
    }

    /// Notes that the end has been handled.
    mutating func endHandled() {
        work = .nobody
    }

    /// Notes that everything that may pass has passed. Returns true if the caller has to send the end, because nothing
    /// more is awaited.
    mutating func workDone(isWaiting: Bool, hasMore: Bool) -> Bool {
        let mustEnd = mustNotWait && isPlaying && !isWaiting && !hasMore
        work = mustEnd ? .ending : .nobody
        return mustEnd
    }

    /// Makes the deck end with the available samples. Returns true if the caller has to send the end: no other thread
    /// is handing anything on, and nothing will make the streaming thread do so. The closure `isIdle` is called only
    /// while the streaming thread does nothing.
    mutating func endWithoutWaiting(isIdle: () -> Bool) -> Bool {
        guard isPlaying, !outlook.isAsked else { return false }
        mustNotWait = true
        guard work == .nobody, isIdle() else { return false }
        work = .ending
        return true
    }

    // MARK: - Into the mixer

    /// Returns true if a block of `length` may go out now. A render waits for the decision about what follows, so that
    /// no decision comes too late. Every deck waits for the pad that the next deck needs in this block. While the next
    /// deck is being reopened (`opening`), every deck waits for the next deck itself.
    func mayPass(_ length: Int64, _ room: MixerMachine<Owner>.Room, opening: Owner?) -> Bool {
        let isDue = outlook.due(in: length, from: frontier, on: timeline) != nil
        return !isHeld && !(isDue && (room == .coming || follower === opening && opening != nil))
    }

    /// Hands on a block of `length`. If there is no room for the next deck, that deck begins late.
    mutating func handOn(_ length: Int64, _ room: MixerMachine<Owner>.Room) -> BlockStep {
        guard isPlaying else { return .drop }
        if let silence, frontier >= silence { return .end }
        if room == .free, let armed = outlook.armed,
            let due = outlook.due(in: length, from: frontier, on: timeline)
        {
            return .begin(armed, at: due)
        }
        return .pass(pass(length))
    }

    /// Passes this many samples. Returns their gain.
    mutating func pass(_ length: Int64) -> DeckGain.Step {
        defer { passed += length }
        return gain.step(from: frontier, length)
    }

    /// Begins to send the end, after which nothing more passes. Returns false if that has been done, or if the mixer
    /// has finished with the load.
    mutating func beginEnding() -> Bool {
        guard isPlaying else { return false }
        state = .ending
        return true
    }

    /// Notes that the mixer has the end. Returns the sample after the last one; nil if the mixer has finished with the
    /// load.
    mutating func ended() -> Int64? {
        guard state == .ending else { return nil }
        state = .ended(at: frontier)
        return frontier
    }

    /// Handles the end of the stream, after everything that may pass has passed. The argument `isComplete` is true if
    /// this is surely the end of the media, and `hasBeginning` if any sample came. The argument `opening` is the next
    /// deck if it is being reopened. A successor that ends inside its own fade is filled with silence up to the end of
    /// the fade.
    mutating func atEnd(isComplete: Bool, hasBeginning: Bool, opening: Owner?) -> EndStep {
        switch state {
        // The end of a deck that is over was sent before.
        case .moving, .waiting, .claimed, .over: return .wait
        case .ending, .ended: return .drop
        case .loading:
            guard hasBeginning else { return .beginAgain }
            state = .waiting
            return .ready
        case .entered, .sounding: break
        }
        if outlook.isBroken { return partner.map { .fill($0) } ?? .end }
        // The loop knows whether this is the end or a broken connection. The loop is not asked about a load that is on
        // its way out without a fade.
        if !isComplete, silence == nil || gain.run != nil { return outlook.isAsked ? .wait : ask() }
        if let armed = outlook.armed { return armed.incoming === opening ? .wait : .join(armed, at: frontier) }
        guard !outlook.isDecided else { return .end }
        return partner.map { .fill($0) } ?? ask()
    }

    /// The length of the silence that the other track of a fade needs after the end of this one. A file that is shorter
    /// than its header says may end inside its own fade. More silence would be a gap before the next track.
    private var partner: Int64? {
        guard isSuccessor, let run = gain.run, frontier < run.endSample else { return nil }
        return run.endSample - frontier
    }

    private mutating func ask() -> EndStep {
        outlook.isAsked = true
        return .ask(at: frontier)
    }
}
