import EventLoop
import SegueCore

/// What is heard, mixed and coming. A value: it is told what happens, and answers with what the engine is to do.
///
/// Each load has one state (`ScoreLoad.State`), and each transition one home (`ScoreTransition.Home`). What lies on the
/// tape is counted by places on the tape, and what has no place there yet by samples of its own timeline. All questions
/// are answered from here; no deck, mixer or output is searched for what was planned.
struct Score: Sendable {
    /// What begins as soon as there is an output and no pause.
    struct Start: Hashable, Sendable {
        var generation: LoadGeneration
        var fadeIn: MediaTime
        var curve: FadeCurve
        var gain: Double
    }

    /// The samples, and what is done with them.
    var tape: TapeMachine
    /// In the order in which they came onto the tape.
    var loads: [ScoreLoad] = []
    /// In the order in which they were planned, or came onto the tape.
    var transitions: [ScoreTransition] = []
    var notices = NoticeQueue()
    /// What the mixer works on; nil while it has nothing to do.
    var mix: Mix?
    /// How everything was before a load came over it of which nothing has been heard.
    var takeover: Takeover?
    /// What is being opened again to be mixed differently.
    var rewrite: Rewrite?
    var pendingStart: Start?
    /// A pause was asked for while nothing is on the tape.
    var isHeld = false
    /// A resume waits for loads to be opened again.
    var isResuming = false
    /// The commands whose change has no place on the tape yet, with the times at which they were received.
    var presses: [SoundChange: (ticket: CommandTicket, time: MonotonicTime)] = [:]
    /// How many samples were on the last tape.
    private(set) var lastLength: Int64 = 0

    /// What is true only while an event is handled.
    var readings = ScoreReadings()
    var actions: [EngineAction] = []

    init(rate: Int32, isOffline: Bool) {
        tape = TapeMachine(rate: rate, isOffline: isOffline)
    }

    /// The mixer waits for decisions instead of the clock.
    var isOffline: Bool { tape.isOffline }

    /// What has happened, or is wanted.
    enum Event: Sendable {
        // Loads
        case opened(LoadGeneration)
        /// Enough of the load is there to begin with, and this is told.
        case ready(LoadGeneration, news: AudioEvent?)
        /// The load is given up, and this is told; its deck is gone.
        case givenUp(LoadGeneration, AudioEvent)
        /// Nothing is left in the media of a load that was opened again.
        case exhausted(LoadGeneration)
        case unload(LoadGeneration, ramp: MediaTime)
        /// The last sample of the load's present deck is through the mixer, and the deck is gone.
        case left(LoadGeneration)
        case described(LoadGeneration, TrackMetadata, at: Int64)
        case lagging(LoadGeneration, percent: Int)

        // Plans
        case start(Start, paused: Bool)
        case schedule(TransitionPlan)
        /// The transition could not be set at its outgoing load in time.
        case late(TransitionPlan)
        case cancel(incoming: LoadGeneration)
        case playOut(LoadGeneration)
        case quickFinish(incoming: LoadGeneration, duration: MediaTime)

        // The mixer
        /// What has been mixed is taken, before another event.
        case collect
        /// There is news from the mixer.
        case news
        /// All of the load is through its gate, or all that came before its connection broke off.
        case endHeld(LoadGeneration, at: Int64, breakage: AudioPlayerError?)

        // The sound
        case noted(CommandTicket, SoundChange, at: MonotonicTime)
        case pause
        case resume
        case fadeOut(MediaTime, FadeCurve)
        case stop
        case close
        case setVolume(Double, over: MediaTime)
        case setLead(MediaTime)

        // The output
        /// The next place has been reached (`nextPlace`).
        case wake
        /// More is to be told of what has been heard (`EngineAction.pass`).
        case heard(upTo: Int64)
        case roomy
        case rested
        case finished
        case outputGone
        /// Another output takes over: what is told to the former one.
        case outputGoing
        case outputBack
        case due(EngineAction.Limit)
    }

    /// What has been mixed since the last event.
    struct News: Sendable {
        /// Interleaved stereo samples.
        var samples: [Float] = []
        /// The transitions that have come onto the timeline, by its samples.
        var begun: [BegunTransition] = []
        /// All of the timeline has been mixed.
        var isEnd = false
    }

    /// True if what has been mixed is to be taken before this event. Sound that has no place on the tape yet is told to
    /// be at its first sample, and has to wait there in a pause.
    func takesNews(before event: Event) -> Bool {
        if case .pause = event { mix?.isPlaced ?? true } else { true }
    }

    /// Everything that is to be done because of this event, and of what has been mixed before it.
    mutating func handle(_ event: Event, after news: News, _ readings: ScoreReadings) -> [EngineAction] {
        self.readings = readings
        actions = []
        mixed(news)
        handle(event)
        defer { (self.readings, actions) = (ScoreReadings(), []) }
        return actions
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .opened(let generation): opened(generation)
        case .ready(let generation, let news):
            if let news { report(news) }
            becameReady(generation)
        case .givenUp(let generation, let event): givenUp(generation, telling: event)
        case .exhausted(let generation): endInFront(of: generation)
        case .unload(let generation, let ramp): unload(generation, ramp: ramp)
        case .left(let generation): left(generation)
        case .described(let generation, let metadata, let sample): described(generation, metadata, at: sample)
        case .lagging(let generation, let percent): lagging(generation, percent)
        case .start(let request, let paused): start(request, paused: paused)
        case .schedule(let plan): schedule(plan)
        case .late(let plan): late(plan)
        case .cancel(let incoming): cancelSchedule(incoming: incoming)
        case .playOut(let generation): playOut(generation)
        case .quickFinish(let incoming, let duration): quickFinish(incoming: incoming, duration: duration)
        case .collect: break
        case .news:
            carryOutAwaited()
            fill()
        case .endHeld(let generation, let sample, let breakage): endHeld(generation, at: sample, breakage)
        case .noted(let ticket, let change, let time): presses[change] = (ticket, time)
        case .pause: pause()
        case .resume: resume()
        case .fadeOut(let duration, let curve): fadeOut(over: duration, curve)
        case .stop: stop()
        case .close: endTimeline()
        case .setVolume(let level, let duration): setVolume(level, over: duration)
        case .setLead(let lead):
            tape.lead = lead
            fill()
        case .wake: wake()
        case .heard(let place): pass(upTo: place)
        case .roomy: fill()
        case .rested: rested()
        case .finished:
            tape.finished()
            pass(upTo: heard + (tape.isOut ? 1 : 0))
        case .outputGone: loseOutput()
        case .outputGoing: process(tape.handOver(readings.output))
        case .outputBack:
            process(tape.takeOver(readings.output))
            startIfPossible()
        case .due(let limit): due(limit)
        }
    }

    private mutating func due(_ limit: EngineAction.Limit) {
        switch limit {
        case .resume: resumeNow()
        case .skip: skipIsDue()
        case .lag: tellStalls()
        }
    }

    mutating func act(_ action: EngineAction) { actions.append(action) }

    mutating func report(_ event: AudioEvent) { act(.report(event)) }

    // MARK: - Places

    /// The place on the tape that is heard now.
    var heard: Int64 { mutating get { tape.heard(readings.output) } }

    /// The first place that can still be changed.
    var changeable: Int64 { tape.changeable(readings.output) }

    /// From this place on, what has been mixed can still be mixed again, differently, before it is heard.
    var settled: Int64 {
        isOffline ? tape.tape.end : changeable + rewriteMargin
    }

    /// In samples: how long it takes to open files again. In a pause nothing goes on meanwhile.
    private var rewriteMargin: Int64 {
        guard case .paused = tape.state else { return samples(MediaTime(nanoseconds: 250_000_000)) }
        return 0
    }

    func samples(_ time: MediaTime) -> Int64 { time.samples(rate: tape.rate) }

    func time(_ samples: Int64) -> MediaTime { Timeline.time(of: samples, rate: tape.rate) }

    // MARK: - The tape

    mutating func fill() { process(tape.fill(readings.output)) }

    /// Does what the tape wants, and what follows from its news.
    mutating func process(_ wanted: [TapeMachine.Action]) {
        for action in wanted {
            switch action {
            case .go(let place):
                // What the output says about itself counts from here on.
                readings.output?.heard = place
                readings.output?.changeable = place
                act(.output(action))
            case .write, .rest, .finish: act(.output(action))
            case .began(let place): answer(beginningAt: place)
            case .starve: runDry()
            case .allow(let place):
                guard let mix, let origin = mix.origin, mix.isPlaced, rewrite == nil else { continue }
                act(.allow(place - origin))
            case .paused: startIfPossible()
            case .silent(let purpose): fellSilent(for: purpose)
            }
        }
    }

    /// The output wants more than is on the tape. While nothing sounds, no place of the tape will be heard at which the
    /// end of a load is decided. The mixer then gives what it holds back for a load that might be joined to it: a load
    /// that follows later comes after that.
    private mutating func runDry() {
        guard mix != nil else { return }
        if !isOffline, !tape.isSounding {
            for load in loads where readings.decks[load.generation]?.waitsForSuccessor == true {
                playOut(load.generation)
            }
        }
        act(.askForMore)
    }

    mutating func noteLength() { lastLength = tape.tape.end }
}
