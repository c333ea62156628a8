/// The player as a pure value, which makes every decision about playback.
///
/// `handle(_:at:)` turns one input into effects and changes the value; it reads no clock and no files, and never
/// suspends. The shell executes the effects in order and passes in their results. Audio events carry the generation of
/// their load. Events of a discarded load are ignored, however late they arrive.
///
/// The facts are kept in separate values, each with private storage and a few mutating methods. Only these methods
/// change them, and only this file assigns them.
public struct Player: Sendable {
    /// The entries with both their orders. Only commands change the queue.
    public internal(set) var queue: PlayQueue
    /// The configuration in effect.
    public private(set) var configuration: Configuration
    /// The user's volume, linear 0…1.
    public private(set) var volume = 1.0
    /// The modes beside repeat and shuffle.
    public private(set) var modes = PlayModes()
    /// The repeat mode; `Configuration.enableLooping` sets its initial value.
    public private(set) var repeatMode = RepeatMode.off
    /// The most recent steps of the machine.
    public private(set) var transitions = TransitionHistory()
    /// The maximum number of files per list of titles to read. A list costs the start of a few processes.
    static let titlesAtATime = 1024
    /// The known playlists on disk.
    public private(set) var playlists = PlaylistCatalog()

    /// The most recent edits of the queue, with their reversals.
    public internal(set) var edits = EditHistory()

    var itinerary = Itinerary()
    var sound = Sound()
    var preparation = Preparation()
    var pursuit = Pursuit()
    /// The search for the track that follows automatically.
    var search = Search()
    var reconnection = Reconnection()
    var continuation = Continuation()
    var output = OutputControl()
    var plays = PlayCounter()
    /// The progress of the computer towards sleep.
    var slumber = Slumber.awake
    /// The service that keeps the computer from suspending.
    private(set) var inhibitor: SuspendInhibitor?
    /// The facts about the audio of the tracks for which transitions are planned.
    var analyses = Analyses()
    /// The loudness of the most recently measured files.
    private(set) var loudness = MeasuredLoudness()
    /// The summaries of the files that have been analysed.
    private(set) var ends = KnownEnds()
    /// The entries that smooth shuffle leaves in place.
    var smooth = SmoothOrder()
    /// The files after the near ones, which are analysed in idle time.
    var ahead = QueueAhead()
    /// The transitions that the user has set.
    private(set) var pins = TransitionPins()
    /// The pending requests for pins whose files have not been identified yet.
    var pinRequests = PinRequests()
    var timers = Timers()
    /// The position as clients draw it.
    private(set) var drawn = DrawnPosition()
    /// The durations of loads, by their source.
    var loadTimes = LoadTimes()
    /// The entries whose tags were requested, the most urgent first.
    private(set) var requestedMetadata: [EntryID] = []
    /// The number of files of the last list that have not been answered.
    private var awaitedTitles = 0
    /// The last error since a track began to be heard.
    private(set) var problem: AudioPlayerError?
    private(set) var turn = Turn(at: Moment(now: .zero), from: .idle)
    /// The callers that have not been answered yet.
    private var waiting: Set<CommandTicket> = []

    /// Creates an idle player with an empty queue. The seed determines every shuffle.
    public init(configuration: Configuration = Configuration(), seed: UInt64) {
        self.configuration = configuration
        queue = PlayQueue(seed: seed)
        repeatMode = configuration.enableLooping ? .track : .off
    }

    /// Takes one step: changes the player, and returns the effects in the order of their execution. `moment` holds the
    /// clock readings of the input; its times must never decrease.
    public mutating func handle(_ input: Input, at moment: Moment) -> Step {
        turn = Turn(at: moment, from: state)
        defer { turn = Turn(at: moment, from: state) }
        let reply = take(input)
        reconcile()
        record()
        assert(waiting == held, "callers \(waiting) wait, and \(held) are known in \(state)")
        assert(contradiction == nil, "\(contradiction ?? "") in \(state)")
        correctDrawnPosition()
        return Step(effects: turn.effects, reply: reply, inserted: turn.inserted)
    }

    private mutating func take(_ input: Input) -> Reply {
        switch input {
        case .command(let command, let ticket):
            if let ticket { waiting.insert(ticket) }
            if command.concernsPlayback { pursuit.endInterruptions() }
            return perform(command, ticket: ticket)
        case .audio(let event): receive(event)
        case .timer(let timer): fire(timer)
        case .metadataRead(let id, let metadata): merge(metadata, into: id)
        case .titlesRead(let answers): learn(titles: answers)
        case .moreFound(let last, let found): goOn(behind: last, with: found)
        case .system(.willSleep): systemWillSleep()
        case .system(.woke): systemWoke()
        case .system(.inhibited(let inhibitor)): self.inhibitor = inhibitor
        case .system(.mounted(let points)): loadTimes.mount(at: points)
        case .system(.sessionTrouble(let sentence)): report(.sessionTrouble(sentence))
        case .identified(let uri, let content): analyses.identify(uri, as: content)
        case .soundRequested(let uri): analyses.request(uri)
        case .endsRestored(let files): restore(files)
        case .analysed(let uri, let outcome): learn(uri, outcome)
        case .restore(let session): restore(session)
        case .playlistsFound(let found): playlists = found
        }
        return .accepted
    }

    // MARK: - The state

    /// Records the cause of a change of the state. The first cause in a step counts.
    mutating func leave(because cause: String) { turn.leave(because: cause) }

    /// Records the step from the state in which the turn began. Without a cause, only the values within the state have
    /// changed, and nothing is recorded.
    private mutating func record() {
        let state = state
        guard let cause = turn.cause else {
            return assert(state.kind == turn.former.kind, "no cause for \(turn.former) → \(state)")
        }
        guard state != turn.former else { return }
        let step = Transition(from: turn.former, to: state, input: cause, time: moment.now, date: moment.date)
        transitions.record(step)
        assert(step.isKnown, "the table has no step \(step.from) → \(state) (\(cause))")
    }

    // MARK: - The user's settings

    mutating func set(volume: Double) {
        self.volume = volume
        // Otherwise the volume takes effect when the audio has faded out.
        if slumber != .fading, !modes.isMuted { audio(.setVolume(volume)) }
    }

    /// The volume that the engine plays with, unless a fade-out before sleep is under way.
    var heardVolume: Double { modes.isMuted ? 0 : volume }

    mutating func set(_ modes: PlayModes) {
        let wasMuted = self.modes.isMuted
        self.modes = modes
        if modes.isMuted != wasMuted, slumber != .fading { audio(.setVolume(heardVolume)) }
    }

    mutating func set(repeatMode: RepeatMode) { self.repeatMode = repeatMode }
    mutating func set(_ configuration: Configuration) { self.configuration = configuration }
    mutating func set(_ pins: TransitionPins) { self.pins = pins }

    // MARK: - Results of the step

    var moment: Moment { turn.moment }

    mutating func audio(_ instruction: AudioInstruction) { turn.add(.audio(instruction)) }

    mutating func report(_ event: PlayerEvent) {
        if case .error(let error) = event { problem = error }
        // The loss of this output has stopped playback.
        if case .outputLost(let name, let reason, .some) = event {
            problem = .outputError(output: name, reason: reason)
        }
        turn.add(.report(event))
    }

    /// Clears the last error.
    mutating func forgetProblem() { problem = nil }

    mutating func announce(_ change: QueueChange) { turn.add(.queueChanged(change)) }

    /// Announces a jump of the shown track's position.
    mutating func announceSeek(to position: MediaTime) {
        pursuit.announceSeek(at: moment.now)
        turn.tell(position)
    }

    /// Announces the position if the clients' extrapolation is wrong: the track has loaded or stalled meanwhile, or has
    /// begun again with the same identity. Does nothing before the shown track can be heard.
    private mutating func correctDrawnPosition() {
        let hasBegunAgain = drawn.show(shown, status, at: moment.now)
        if let told = turn.toldPosition { return drawn.jump(to: told, at: moment.now) }
        let position = livePosition(at: moment).position
        if !hasBegunAgain {
            guard status == .paused || status == .playing && sound.isRunning, !isPursuing,
                standby?.isCommitted != true
            else { return }
            // Clients stop at the end.
            let end = shown?.metadata.duration ?? .max
            let error = min(drawn.position(at: moment.now), end) - position
            guard max(error, .zero - error) > Timing.drawnTolerance else { return }
        }
        turn.tell(position)
        drawn.jump(to: position, at: moment.now)
    }

    /// Requests the tags of these entries. A subset of the previous request needs no new list.
    mutating func request(_ requests: [MetadataRequest]) {
        let ids = requests.map(\.id)
        guard ids != requestedMetadata else { return }
        let isLess = Set(ids).isSubset(of: requestedMetadata)
        requestedMetadata = ids
        if !isLess { turn.add(.readMetadata(requests)) }
    }

    /// Requests music for the end of the queue.
    mutating func findMore(_ request: ContinuationRequest) { turn.add(.findMore(request)) }

    /// Requests the titles of the queue, one batch after another.
    mutating func requestTitles() {
        guard awaitedTitles == 0 else { return }
        let entries = queue.takeUnexamined(atMost: Self.titlesAtATime)
        guard !entries.isEmpty else { return }
        awaitedTitles = entries.count
        turn.add(.readTitles(entries.map { MetadataRequest(id: $0.id, uri: $0.uri) }))
    }

    private mutating func learn(titles: [MetadataAnswer]) {
        awaitedTitles = max(0, awaitedTitles - titles.count)
        merge(titles)
    }

    /// Records the summary and the loudness of a file.
    mutating func learn(_ new: TrackEnds, of entry: QueueEntry) {
        let file = FileEnds(uri: entry.uri, ends: new)
        if ends.learn(file) { turn.add(.keep(file)) }
        loudness.learn(entry, new.loudness)
    }

    private mutating func restore(_ files: [FileEnds]) {
        for file in files { _ = ends.learn(file) }
        loudness.restore(files.suffix(MeasuredLoudness.most).map(\.ends.loudness))
    }

    /// Requests the analysis of the wished files, and of no others. The facts about the shown track are kept, because
    /// the track may play again.
    mutating func analyse(_ wishes: AnalysisWishes) {
        if let asked = analyses.want(wishes, keeping: shown?.uri) { turn.add(.analyse(asked)) }
    }

    /// Reports the entries that the step has inserted into the queue to the caller.
    mutating func answer(with entries: [QueueEntry]) { turn.insert(entries.map(\.id)) }

    // MARK: - Waiting callers

    mutating func complete(_ ticket: CommandTicket?, _ outcome: CommandOutcome) {
        guard let ticket else { return }
        waiting.remove(ticket)
        turn.add(.complete(ticket, outcome))
    }

    /// Answers that a later command has replaced this one.
    mutating func supersede(_ ticket: CommandTicket?) { complete(ticket, .superseded) }

    /// The callers still to be answered, collected from all pending requests.
    private var held: Set<CommandTicket> {
        let requests = [pursuit.navigation, standby?.request].map { $0?.ticket }
        let others = [pursuit.seek?.ticket, output.choice?.ticket, output.waiting] + pinRequests.all.map(\.ticket)
        return Set((requests + others).compactMap { $0 })
    }

    // MARK: - Timers

    mutating func arm(_ timer: PlayerTimer, at time: MediaTime) {
        if timers.arm(timer, at: time) { turn.add(.arm(timer, at: time)) }
    }

    mutating func disarm(_ timer: PlayerTimer) {
        if timers.disarm(timer) { turn.add(.disarm(timer)) }
    }
}
