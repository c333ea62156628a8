public import SegueCore

/// An audio engine in memory: it takes the core's instructions, complains of illegal ones, and offers the events that a
/// real engine could report next. Time passes only when a test lets it.
public struct ScriptedEngine {
    public struct Deck: Equatable {
        public var generation: LoadGeneration
        public var uri: String
        public var position: MediaTime
        /// The limits for measuring the deck's silence.
        public var silence: SilenceLimits?
        public var isLoaded = false
        public var isSounding = false
        /// How far into its sound the deck broke off or came to its end; nil while it sounds or has not sounded.
        public var brokenAt: MediaTime?
        /// The deck's sound has been taken away; the deck leaves the timeline by itself.
        public var isLeaving = false
    }

    public private(set) var decks: [Deck] = []
    /// The transitions that are planned, the first one first.
    private var plans: [TransitionPlan] = [] {
        didSet { if plans.first != oldValue.first { isPlanReached = false } }
    }
    /// The transition that comes first.
    public var plan: TransitionPlan? { plans.first }
    /// The start of the planned transition is on its way to the ear: a pause would stop behind it.
    public private(set) var isPlanReached = false
    /// The load of a transition that was heard in a pause, and that nothing was told of.
    private var untold: LoadGeneration?
    /// A transition that has begun to be heard.
    public private(set) var running: TransitionPlan?
    /// A fade that is to be over within this time.
    public private(set) var compressed: MediaTime?
    public private(set) var isRunning = false
    public private(set) var isFadingOut = false
    public private(set) var hasOutput = true
    /// The volume that the sound has, or is on its way to.
    public private(set) var volume = 1.0
    /// The output that is being opened, and has not answered.
    public private(set) var openingOutput: String?
    /// What the core did that no engine could carry out.
    public private(set) var complaints: [String] = []
    /// Lengths and tags by URI; others get a minute.
    public var library: [String: TrackMetadata] = [:]
    /// The part of each track between its first and last sound, by URI; reported for tracks that are to be measured.
    public var audible: [String: ClosedRange<MediaTime>] = [:]
    /// The same for all other tracks.
    public var usuallyAudible: ClosedRange<MediaTime>?

    public init() {}

    public subscript(generation: LoadGeneration) -> Deck? {
        decks.first { $0.generation == generation && !$0.isLeaving }
    }

    /// Decks that are loaded or loading and have not been given up.
    public var live: [Deck] { decks.filter { !$0.isLeaving } }

    public mutating func perform(_ instruction: AudioInstruction) {
        switch instruction {
        case .load(let generation, let uri, let position, let silence, _):
            // What a cut leads to may count as heard before the cut has begun.
            let others = live.filter {
                !$0.isLoaded && !$0.isSounding && $0.brokenAt == nil && $0.generation != plan?.incoming
            }
            // Beside the candidate that takes long, the next one is opened; behind short tracks, those that follow.
            if others.count > 3 {
                complaints.append("load \(generation.rawValue), while \(others.map(\.generation.rawValue)) get ready")
            }
            if position < .zero { complaints.append("load at \(position.nanoseconds)") }
            decks.append(Deck(generation: generation, uri: uri, position: position, silence: silence))
        case .unload(let generation, _):
            // What it gives way to is on its way to the ear, and is left alone.
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
            // What a transition on its way to the ear leads to can be left already.
            if isPlanReached, let plan, plan.incoming == new.outgoing {
                beginPlan()
                untold = plan.incoming
            }
            let isAhead = plans.contains { $0.incoming == new.outgoing }
            if self[new.outgoing]?.isSounding != true, !isAhead { complaints.append("a plan from silence: \(new)") }
            if self[new.incoming]?.isLoaded != true { complaints.append("a plan to what is not ready: \(new)") }
            if new.outgoing == new.incoming { complaints.append("a plan to itself") }
            if new.duration < .zero { complaints.append("a negative duration") }
            plans.removeAll { $0.outgoing == new.outgoing || $0.incoming == new.incoming }
            plans.append(new)
        case .cancelSchedule(let incoming): plans.removeAll { $0.incoming == incoming }
        case .playOut(let generation):
            if self[generation] == nil { complaints.append("playOut of \(generation.rawValue), which is unknown") }
        case .quickFinish(let incoming, let duration):
            if running?.incoming != incoming { complaints.append("no fade to \(incoming.rawValue) is heard") }
            if duration <= .zero { complaints.append("a fade compressed to nothing") }
            compressed = duration
        case .pause:
            // The start that the pause reaches is heard, and told a moment later.
            if isPlanReached, let plan {
                beginPlan()
                untold = plan.incoming
            }
            isRunning = false
        case .resume:
            if !decks.contains(where: \.isSounding) { complaints.append("resume of nothing") }
            isRunning = true
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
        case .setVolume(let volume, let duration):
            if duration < .zero { complaints.append("a ramp of \(duration)") }
            self.volume = volume
            if !(0...1).contains(volume) { complaints.append("volume \(volume)") }
        case .selectOutput(let name): openingOutput = name
        case .improveOutput: break
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

    /// Everything that the engine could report next.
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
        }
        return events
    }

    /// Lets an event happen: the engine's own side of it.
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
        case .buffering, .metadataChanged, .outputRates, .silenced, .deviceUnplugged, .deviceReturned: break
        }
    }

    /// Lets the planned transition be mixed as far as a pause would reach. Does nothing where nothing is planned, or
    /// nothing sounds.
    public mutating func reachPlan() {
        guard let plan, isRunning, !isFadingOut, self[plan.outgoing] != nil, self[plan.incoming] != nil else { return }
        isPlanReached = true
    }

    /// The readings of the clock, every deck `elapsed` into its sound, of which `ahead` is on its way to the ear.
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
        // What takes the place of a fade takes the place of both its loads.
        if let former = running?.outgoing { decks.removeAll { $0.generation == former } }
        running = plan
        plans.removeFirst()
    }

    /// What a deck knows when it is ready.
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
