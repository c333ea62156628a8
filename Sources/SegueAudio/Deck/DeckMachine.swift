import SegueCore

/// What becomes of a deck's sound between its gate and the mixer: the sound waits, is put on the mixer's timeline,
/// passes in blocks, is followed by another deck's, and ends. A value: it is told what arrives and what is wanted, and
/// answers with what is to be done. `Owner` is the type that has such a machine; samples are those of the mixer's
/// timeline.
struct DeckMachine<Owner: AnyObject & Sendable>: Sendable {
    /// Who hands on what is there.
    private enum Work: Hashable {
        case nobody
        /// The streaming thread.
        case passing
        /// Another thread, which sends the end without waiting for what may never arrive.
        case ending
    }

    private(set) var state = State.loading
    private var work = Work.nobody
    /// The deck has to end with what is there, and wait for nothing more.
    private var mustNotWait = false
    private var latest: Arrival?
    /// Where the deck's media lies on the mixer's timeline; from `enter` on.
    private(set) var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
    /// The number of the mixer's timeline that the deck was put on; nil before.
    private(set) var timelineNumber: Int?
    private(set) var passed: Int64 = 0
    private(set) var gain = DeckGain()
    /// The deck came onto its timeline while another load was heard.
    private var isSuccessor = false
    private(set) var outlook = DeckOutlook<Owner>()

    /// A machine for another deck of the same load, with what was planned behind it.
    func successor() -> DeckMachine {
        var new = DeckMachine()
        new.outlook = outlook.successor()
        return new
    }

    // MARK: - From the gate to the timeline

    /// Where the media begins, according to what has arrived.
    mutating func locate(_ mediaStart: MediaTime) {
        if state == .loading { timeline.mediaStart = mediaStart }
    }

    /// Enough has arrived to begin with.
    mutating func becomeReady() {
        if state == .loading { state = .waiting }
    }

    /// The stream is moved to its position. Does nothing for a deck that has been given up.
    mutating func seek() {
        if isLoading || state == .waiting { state = .moving }
    }

    /// Nothing is left in front of the gate of what came before the stream was moved: the beginning arrives now.
    mutating func flushedForSeek() {
        if state == .moving { state = .loading }
    }

    /// Takes a deck that waits at the gate for the mixer; false when it has been given up, or taken already.
    mutating func claim() -> Bool {
        guard state == .waiting else { return false }
        state = .claimed
        return true
    }

    /// Gives up a deck that is not in the mixer, so that it never will be; false when it is there, or was.
    mutating func abandon() -> Bool {
        guard !isInMixer else { return false }
        state = .over
        return true
    }

    /// Nothing more passes, whatever the deck was doing.
    mutating func giveUp() {
        flushed()
        outlook.armed = nil
    }

    /// The mixer wants nothing more of this deck.
    mutating func flushed() {
        state = .over
    }

    /// The deck lies on the mixer's timeline of this number, with its first sample at `sample`. A fade may be taken up
    /// in its middle. From `holdSample` on, the deck waits until it is known what follows.
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

    /// The sample from which on the deck is silent, and ends; nil when it goes on to its own end.
    var silence: Int64? {
        get { outlook.silence }
        set { outlook.silence = newValue }
    }

    /// Sets what follows this deck, from the sample on where it is due. With `ifInTime`, changes nothing when that is
    /// late.
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

    /// A deck that meets `condition` does not follow any more. False when another deck follows, or none.
    @discardableResult
    mutating func disarm(where condition: (Owner) -> Bool) -> Bool {
        guard let follower, condition(follower) else { return false }
        outlook.armed = nil
        return true
    }

    /// Nothing follows this deck.
    mutating func playOut() {
        outlook.playsOut = true
    }

    /// Nothing follows this deck, whatever was planned.
    mutating func playOutAlone() {
        outlook.armed = nil
        outlook.playsOut = true
    }

    /// Takes the deck out of the sound until `end`, its gain along `curve` (`FadeRun.span`), from `start` on where that
    /// is still possible, over at least `ramp`. Returns where the deck is silent.
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

    /// Another deck has this one's pad from this sample on.
    mutating func giveWay(at sample: Int64) {
        if isPlaying { state = .ended(at: sample) }
    }

    // MARK: - What arrives

    /// This piece has arrived at the gate, perhaps not for the first time.
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

    /// The end of the stream has arrived; false when another thread sends it already.
    mutating func endArrived() -> Bool {
        guard work != .ending else { return false }
        work = .passing
        return true
    }

    /// Where the beginning goes, if it has not been handed on; nil when it has been, or is not wanted.
    mutating func beginning() -> Timeline? {
        guard state == .entered else { return nil }
        state = .sounding
        return timeline
    }

    /// The end has been dealt with.
    mutating func endHandled() {
        work = .nobody
    }

    /// All that may pass has passed. True when the caller is to send the end behind it, because nothing more is waited
    /// for.
    mutating func workDone(isWaiting: Bool, hasMore: Bool) -> Bool {
        let mustEnd = mustNotWait && isPlaying && !isWaiting && !hasMore
        work = mustEnd ? .ending : .nobody
        return mustEnd
    }

    /// The deck has to end with what is there. True when the caller is to send the end: nobody else is handing anything
    /// on, and nothing will make the streaming thread do so. `isIdle` is asked only while that thread does nothing.
    mutating func endWithoutWaiting(isIdle: () -> Bool) -> Bool {
        guard isPlaying, !outlook.isAsked else { return false }
        mustNotWait = true
        guard work == .nobody, isIdle() else { return false }
        work = .ending
        return true
    }

    // MARK: - Into the mixer

    /// Whether a block of `length` may go out now. A render waits for the decision about what follows, so that no
    /// decision comes too late. Every deck waits for the pad that the next deck is to have in this block, and for the
    /// next deck itself while it is being opened again (`opening`).
    func mayPass(_ length: Int64, _ room: MixerMachine<Owner>.Room, opening: Owner?) -> Bool {
        let isDue = outlook.due(in: length, from: frontier, on: timeline) != nil
        return !isHeld && !(isDue && (room == .coming || follower === opening && opening != nil))
    }

    /// A block of `length` is handed on. If there is no room for the next deck, that deck begins late.
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

    /// This many samples pass, with this gain.
    mutating func pass(_ length: Int64) -> DeckGain.Step {
        defer { passed += length }
        return gain.step(from: frontier, length)
    }

    /// The end is being sent, and nothing more passes. False when that has been done, or when the mixer is through with
    /// the load.
    mutating func beginEnding() -> Bool {
        guard isPlaying else { return false }
        state = .ending
        return true
    }

    /// The mixer has the end. Returns the sample behind the last one; nil when the mixer is through with the load.
    mutating func ended() -> Int64? {
        guard state == .ending else { return nil }
        state = .ended(at: frontier)
        return frontier
    }

    /// The end of the stream has come, and all that may pass has passed. `isComplete` says that this is surely the end
    /// of the media, and `hasBeginning` that any sample came; `opening` is the next deck if it is being opened again.
    /// A successor that ends inside its own fade is filled with silence up to the end of the fade.
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
        // The loop knows whether this is the end or a connection broke off. It is not asked about a load that is on its
        // way out without a fade.
        if !isComplete, silence == nil || gain.run != nil { return outlook.isAsked ? .wait : ask() }
        if let armed = outlook.armed { return armed.incoming === opening ? .wait : .join(armed, at: frontier) }
        guard !outlook.isDecided else { return .end }
        // A file that is shorter than its header says may end inside its own fade. The other track needs a partner up
        // to the end of the fade. Silence after that would be a gap before the next track.
        if isSuccessor, let run = gain.run, frontier < run.endSample { return .fill(run.endSample - frontier) }
        return ask()
    }

    private mutating func ask() -> EndStep {
        outlook.isAsked = true
        return .ask(at: frontier)
    }
}
