import EventLoop
import SegueCore

/// The plan of all audio: heard, mixed and upcoming. A value: its owner reports events, and the score returns the
/// actions for the engine.
///
/// Each load has one state (`ScoreLoad.State`), and each transition one home (`ScoreTransition.Home`). Loads on the
/// tape are counted by sample positions on the tape; loads without a position there, by samples of their timelines. All
/// questions are answered from here; no deck, mixer or output is searched for plans.
struct Score: Sendable {
    /// A request to start a load as soon as there is an output and no pause.
    struct Start: Hashable, Sendable {
        var generation: LoadGeneration
        var fadeIn: MediaTime
        var curve: FadeCurve
        var gain: Double
    }

    /// The samples, and how they are handled.
    var tape: TapeMachine
    /// The loads, in the order in which they came onto the tape.
    var loads: [ScoreLoad] = []
    /// The transitions, in the order in which they were planned, or came onto the tape.
    var transitions: [ScoreTransition] = []
    var notices = NoticeQueue()
    /// The mixer's current work; nil while it has nothing to do.
    var mix: Mix?
    /// The state before a load replaced the audio of others; nil once anything of that load has been heard.
    var takeover: Takeover?
    /// The loads being reopened to be mixed differently.
    var rewrite: Rewrite?
    /// The part of the tape that is not what the loads' spans say, because its changed version has not been mixed yet.
    var change: Change?
    var pendingStart: Start?
    /// True if a pause was requested while nothing is on the tape.
    var isHeld = false
    /// True if a resume waits for loads to be reopened.
    var isResuming = false
    /// The commands whose change has no position on the tape yet, with the times at which they were received.
    var presses: [SoundChange: (ticket: CommandTicket, time: MonotonicTime)] = [:]
    /// The number of samples on the last tape.
    private(set) var lastLength: Int64 = 0

    /// The readings, which are valid only while an event is handled.
    var readings = ScoreReadings()
    var actions: [EngineAction] = []

    init(rate: Int32, isOffline: Bool) {
        tape = TapeMachine(rate: rate, isOffline: isOffline)
    }

    /// True if the mixer waits for decisions instead of the clock.
    var isOffline: Bool { tape.isOffline }

    /// An event: something that has happened, or that is wanted.
    enum Event: Sendable {
        // Loads
        case opened(LoadGeneration)
        /// Enough of the load is available to begin with; `news` is reported.
        case ready(LoadGeneration, news: AudioEvent?)
        /// The load has failed, and its deck is released; the audio event is reported.
        case givenUp(LoadGeneration, AudioEvent)
        /// Nothing is left in the media of a reopened load.
        case exhausted(LoadGeneration)
        case unload(LoadGeneration, ramp: MediaTime)
        /// The last sample of the load's current deck has left the mixer, and the deck is released.
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
        /// Mixed samples are taken, before another event.
        case collect
        /// The mixer has news.
        case news
        /// All of the load has passed its gate, or all that came before its connection broke.
        case endHeld(LoadGeneration, at: Int64, breakage: AudioPlayerError?)

        // The audio
        case noted(CommandTicket, SoundChange, at: MonotonicTime)
        case pause
        case resume
        case fadeOut(MediaTime, FadeCurve)
        case stop
        case close
        case setVolume(Double, over: MediaTime)
        case setLead(MediaTime)

        // The output
        /// The next position has been reached (`nextPlace`).
        case wake
        /// More reports are due for audio that has been heard (`EngineAction.pass`).
        case heard(upTo: Int64)
        case roomy
        case rested
        case finished
        /// Nothing is heard, although the loads have delivered what is to be mixed.
        case starved
        case outputGone
        /// Another output takes over; the former output still receives the resulting actions.
        case outputGoing
        case outputBack
        case due(EngineAction.Limit)
    }

    /// The samples and transitions mixed since the last event.
    struct News: Sendable {
        /// Interleaved stereo samples.
        var samples: [Float] = []
        /// The transitions that have come onto the timeline, by its samples.
        var begun: [BegunTransition] = []
        /// True if all of the timeline has been mixed.
        var isEnd = false
    }

    /// Returns true if mixed samples have to be taken before this event. Audio without a position on the tape is
    /// reported to be at its first sample, and has to wait there in a pause.
    func takesNews(before event: Event) -> Bool {
        if case .pause = event { mix?.isPlaced ?? true } else { true }
    }

    /// Returns every action that this event, and the samples mixed before it, require.
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
        case .endHeld(let generation, let sample, let breakage):
            endHeld(generation, at: sample, breakage)
            // A skip waits no longer for more of a load that has no more.
            carryOutAwaited()
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
        case .starved: mixAgain()
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

    /// The position on the tape that is heard now.
    var heard: Int64 { mutating get { tape.heard(readings.output) } }

    /// The first position that can still be changed.
    var changeable: Int64 { tape.changeable(readings.output) }

    /// The position from which mixed audio can still be mixed again, differently, before it is heard.
    var settled: Int64 {
        isOffline ? tape.tape.end : changeable + samples(rewriteMargin)
    }

    /// The time to reopen files. In a pause nothing continues meanwhile.
    private var rewriteMargin: MediaTime {
        guard case .paused = tape.state else { return MediaTime(nanoseconds: 250_000_000) }
        return .zero
    }

    /// The time to reopen files for a plan whose start was the settled position a moment ago: a little shorter, so that
    /// the start is kept.
    var lateMargin: MediaTime { max(rewriteMargin - MediaTime(nanoseconds: 50_000_000), .zero) }

    func samples(_ time: MediaTime) -> Int64 { time.samples(rate: tape.rate) }

    func time(_ samples: Int64) -> MediaTime { Timeline.time(of: samples, rate: tape.rate) }

    // MARK: - The tape

    mutating func fill() { process(tape.fill(readings.output)) }

    /// Carries out the tape's actions, and their consequences.
    mutating func process(_ wanted: [TapeMachine.Action]) {
        for action in wanted {
            switch action {
            case .go(let place):
                // The output's readings count from here on.
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

    /// Handles an output that wants more than is on the tape. While nothing sounds, no position on the tape will be
    /// heard at which the end of a load is decided. The mixer then delivers what it holds back for a load that might be
    /// joined to it: a later load comes after that.
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
