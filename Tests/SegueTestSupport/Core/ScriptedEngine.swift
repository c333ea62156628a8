public import SegueCore

/// An audio engine in memory: it carries out the core's instructions, complains of illegal ones, and offers the events
/// that a real engine could report next. Time passes only when a test advances it.
public struct ScriptedEngine {
    public struct Deck: Equatable {
        public var generation: LoadGeneration
        public var uri: String
        public var position: MediaTime
        /// The limits for measuring the deck's silence.
        public var silence: SilenceLimits?
        public var isLoaded = false
        public var isSounding = false
        /// The position at which the deck's audio broke off or ended; nil while it is audible or has not been.
        public var brokenAt: MediaTime?
        /// True if the deck's audio has been removed; the deck leaves the timeline by itself.
        public var isLeaving = false
    }

    public private(set) var decks: [Deck] = []
    /// The planned transitions in order.
    private var plans: [TransitionPlan] = [] {
        didSet { if plans.first != oldValue.first { isPlanReached = false } }
    }
    /// The transitions that were planned in this step.
    private var plansOfStep: [TransitionPlan] = []
    /// The first planned transition.
    public var plan: TransitionPlan? { plans.first }
    /// True if the start of the planned transition is on its way to the ear: a pause would stop after it.
    public private(set) var isPlanReached = false
    /// The load of a transition that was heard in a pause, and has not been reported.
    private var untold: LoadGeneration?
    /// The transition that has begun to be heard.
    public private(set) var running: TransitionPlan?
    /// The time within which a fade must be over.
    public private(set) var compressed: MediaTime?
    public private(set) var isRunning = false
    public private(set) var isFadingOut = false
    public private(set) var hasOutput = true
    /// The current volume, or the target of a volume ramp.
    public private(set) var volume = 1.0
    /// The output that is being opened, and has not answered.
    public private(set) var openingOutput: String?
    /// The number of attempts to replace a fallback by the requested output.
    public private(set) var improvements = 0
    /// The instructions of the core that no engine could carry out.
    public private(set) var complaints: [String] = []
    /// The lengths and tags by URI; other files last a minute.
    public var library: [String: TrackMetadata] = [:]
    /// The part of each track between its first and last audible sample, by URI; reported for tracks that are to be
    /// measured.
    public var audible: [String: ClosedRange<MediaTime>] = [:]
    /// The audible part of all other tracks.
    public var usuallyAudible: ClosedRange<MediaTime>?

    public init() {}

    public subscript(generation: LoadGeneration) -> Deck? {
        decks.first { $0.generation == generation && !$0.isLeaving }
    }

    /// The decks that are loaded or loading and have not been cancelled.
    public var live: [Deck] { decks.filter { !$0.isLeaving } }

    /// Checks that each transition of the step leaves what sounds, or what an earlier one brings. To be called after
    /// the instructions of a step, which may begin with the later transition.
    public mutating func finishStep() {
        for plan in plansOfStep where plans.contains(plan) && self[plan.outgoing]?.isSounding != true {
            if !plans.contains(where: { $0.incoming == plan.outgoing }) {
                complaints.append("a plan from silence: \(plan)")
            }
        }
        plansOfStep = []
    }

    public mutating func perform(_ instruction: AudioInstruction) {
        switch instruction {
        case .load(let generation, let uri, let position, let silence, _):
            // The target of a cut may count as heard before the cut has begun.
            let others = live.filter {
                !$0.isLoaded && !$0.isSounding && $0.brokenAt == nil && $0.generation != plan?.incoming
            }
            // While a candidate takes long, the next one is opened; after short tracks, several are.
            if others.count > 3 {
                complaints.append("load \(generation.rawValue), while \(others.map(\.generation.rawValue)) get ready")
            }
            if position < .zero { complaints.append("load at \(position.nanoseconds)") }
            decks.append(Deck(generation: generation, uri: uri, position: position, silence: silence))
        case .unload(let generation, _):
            // The outgoing audio of the transition is on its way to the ear, and stays.
            if isPlanReached, plan?.outgoing == generation { beginPlan() }
            forget(generation)
            if isFadingOut, !decks.contains(where: \.isSounding) { (isRunning, isFadingOut) = (false, false) }
        case .start(let generation, _, _, let gain, let paused):
            guard let index = index(of: generation), decks[index].isLoaded else {
                complaints.append("start of \(generation.rawValue), which is not ready")
                return
            }
            if gain < 0 || !gain.isFinite { complaints.append("gain \(gain)") }
            decks.removeAll { $0.generation != generation && ($0.isSounding || $0.isLeaving) }
            plans.removeAll { $0.incoming == generation }
            running = nil
            isFadingOut = false
            if let index = self.index(of: generation) { decks[index].isSounding = true }
            isRunning = !paused
        case .schedule(let new):
            // The target of a transition that is on its way to the ear can already be left.
            if isPlanReached, let plan, plan.incoming == new.outgoing {
                beginPlan()
                untold = plan.incoming
            }
            if self[new.outgoing]?.isLoaded != true { complaints.append("a plan from what is not ready: \(new)") }
            if self[new.incoming]?.isLoaded != true { complaints.append("a plan to what is not ready: \(new)") }
            if new.outgoing == new.incoming { complaints.append("a plan to itself") }
            if new.duration < .zero { complaints.append("a negative duration") }
            plans.removeAll { $0.outgoing == new.outgoing || $0.incoming == new.incoming }
            plansOfStep.append(new)
            plans.insert(new, at: plans.firstIndex { $0.outgoing == new.incoming } ?? plans.endIndex)
        case .cancelSchedule(let incoming): plans.removeAll { $0.incoming == incoming }
        case .playOut(let generation):
            if self[generation] == nil { complaints.append("playOut of \(generation.rawValue), which is unknown") }
        case .quickFinish(let incoming, let duration):
            if running?.incoming != incoming { complaints.append("no fade to \(incoming.rawValue) is heard") }
            if duration <= .zero { complaints.append("a fade compressed to nothing") }
            compressed = duration
        case .pause:
            // The start that the pause reaches is heard, and reported a moment later.
            if isPlanReached, let plan {
                beginPlan()
                untold = plan.incoming
            }
            isRunning = false
        case .resume:
            if !decks.contains(where: \.isSounding) { complaints.append("resume of nothing") }
            isRunning = true
            isFadingOut = false
        case .fadeOut(let duration, _):
            if duration <= .zero { complaints.append("a fade-out of no length") }
            isFadingOut = true
        case .stop:
            decks = []
            plans = []
            running = nil
            isRunning = false
            isFadingOut = false
        case .setSkipDuration(let duration):
            if duration < .zero { complaints.append("a skip of \(duration)") }
        case .setOutputLatency(let latency):
            if latency < .zero { complaints.append("an output latency of \(latency)") }
        case .setVolume(let volume, let duration):
            if duration < .zero { complaints.append("a ramp of \(duration)") }
            self.volume = volume
            if !(0...1).contains(volume) { complaints.append("volume \(volume)") }
        case .selectOutput(let name): openingOutput = name
        case .improveOutput: improvements += 1
        case .reopenOutput:
            if openingOutput != nil { complaints.append("an output is opened while another one is") }
            openingOutput = "test"
        }
        if isRunning, !hasOutput { complaints.append("sound without an output, by \(instruction)") }
        if live.count > 15 { complaints.append("\(live.count) decks are loaded") }
        if live.filter(\.isSounding).count > 1, running == nil {
            complaints.append("two decks sound without a transition")
        }
    }

    /// Returns every event that the engine could report next.
    public func possibleEvents() -> [AudioEvent] {
        var events: [AudioEvent] = []
        for deck in live {
            if !deck.isLoaded {
                events.append(.loaded(deck.generation, loadedTrack(deck)))
                events.append(.loadFailed(deck.generation, .fileLoadFailed(path: deck.uri, reason: "broken")))
                if deck.position > .zero { events.append(.ended(deck.generation)) }
            } else if deck.isSounding {
                events.append(.failed(deck.generation, .fileLoadFailed(path: deck.uri, reason: "broke off")))
                if isRunning, plan == nil, running == nil { events.append(.ended(deck.generation)) }
                events.append(.buffering(deck.generation, percent: 30))
                events.append(.buffering(deck.generation, percent: 100))
            }
        }
        if isRunning, let plan, !isFadingOut { events.append(.transitionStarted(incoming: plan.incoming)) }
        if let untold, self[untold] != nil { events.append(.transitionStarted(incoming: untold)) }
        if isRunning, let running { events.append(.transitionFinished(incoming: running.incoming)) }
        if let compressed, let running, let deck = self[running.incoming] {
            let span = FadeSpan(progress: 0.75, position: deck.position, duration: compressed)
            events.append(.quickFinishing(incoming: running.incoming, span: span))
        }
        if isFadingOut { events.append(.fadeOutCompleted) }
        if let openingOutput {
            events.append(.outputReady(name: openingOutput, fallback: nil))
            events.append(.outputRefused(name: openingOutput, reason: "there is none"))
        }
        if hasOutput {
            events += [.outputLost(name: "test", reason: "unplugged"), .silenced(true), .silenced(false)]
            events += [.deviceUnplugged(name: "test"), .deviceReturned(name: "test")]
            events += [.outputReplaced(name: "other", fallback: "gone"), .outputReplaced(name: "test", fallback: nil)]
        }
        return events
    }

    /// Applies an event to the engine.
    public mutating func happen(_ event: AudioEvent, elapsed: MediaTime = .zero) {
        switch event {
        case .loaded(let generation, _):
            if let index = index(of: generation) { decks[index].isLoaded = true }
        case .loadFailed(let generation, _): forget(generation)
        case .failed(let generation, _), .ended(let generation):
            let wasSounding = self[generation]?.isSounding == true
            if let index = index(of: generation) {
                decks[index].isSounding = false
                decks[index].brokenAt = wasSounding ? elapsed : nil
            }
            if wasSounding, !decks.contains(where: \.isSounding), event == .ended(generation) { isRunning = false }
            if case .ended = event { forget(generation) }
        case .transitionStarted(let generation, _):
            if plan?.incoming == generation { beginPlan() }
            if untold == generation { untold = nil }
        case .quickFinishing: compressed = nil
        case .transitionStands(let refused, let standing):
            if let index = plans.firstIndex(of: refused) { plans[index] = standing }
        case .transitionFinished(let generation):
            guard let running, running.incoming == generation else { return }
            forget(running.outgoing)
            self.running = nil
        case .fadeOutCompleted:
            decks.removeAll(where: \.isSounding)
            isRunning = false
            isFadingOut = false
        case .outputReady:
            openingOutput = nil
            hasOutput = true
        case .outputRefused: openingOutput = nil
        case .outputLost:
            hasOutput = false
            isRunning = false
            isFadingOut = false
        case .buffering, .metadataChanged, .mixingRestarted, .outputRates, .outputReplaced, .silenced,
            .deviceUnplugged, .deviceReturned:
            break
        }
    }

    /// Mixes the planned transition as far as a pause would reach. Does nothing if no transition is planned, or nothing
    /// is audible.
    public mutating func reachPlan() {
        guard let plan, isRunning, !isFadingOut, self[plan.outgoing] != nil, self[plan.incoming] != nil else { return }
        isPlanReached = true
    }

    /// Returns the positions, with every deck `elapsed` into its audio, of which `ahead` is on its way to the ear.
    public func positions(elapsed: MediaTime, ahead: MediaTime = .zero) -> [DeckPosition] {
        live.compactMap { deck in
            let heard = deck.position + (deck.brokenAt ?? elapsed)
            if deck.isSounding || deck.brokenAt != nil {
                return DeckPosition(generation: deck.generation, heard: heard, stopping: heard + ahead)
            }
            guard isPlanReached, deck.generation == plan?.incoming else { return nil }
            let stopping = deck.position + max(ahead, MediaTime(seconds: 0.01))
            return DeckPosition(generation: deck.generation, heard: deck.position, stopping: stopping)
        }
    }

    private mutating func beginPlan() {
        guard let plan, let index = index(of: plan.incoming) else { return }
        decks[index].isSounding = true
        // A transition that replaces a fade replaces both of its loads.
        if let former = running?.outgoing { decks.removeAll { $0.generation == former } }
        running = plan
        plans.removeFirst()
    }

    /// Returns the facts that a deck has when it is ready.
    public func loadedTrack(_ deck: Deck) -> LoadedTrack {
        LoadedTrack(
            metadata: metadata(of: deck.uri), audible: deck.silence == nil ? nil : audible[deck.uri] ?? usuallyAudible)
    }

    private func metadata(of uri: String) -> TrackMetadata {
        var metadata = library[uri] ?? TrackMetadata()
        metadata.duration = metadata.duration ?? MediaTime(seconds: 60)
        return metadata
    }

    private func index(of generation: LoadGeneration) -> Int? {
        decks.firstIndex { $0.generation == generation && !$0.isLeaving }
    }

    private mutating func forget(_ generation: LoadGeneration) {
        decks.removeAll { $0.generation == generation }
        plans.removeAll { $0.incoming == generation || $0.outgoing == generation }
        if running?.incoming == generation || running?.outgoing == generation { running = nil }
    }
}
