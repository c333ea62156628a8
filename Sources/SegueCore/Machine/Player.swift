/// The player as a pure value: every decision about playback is taken here.
///
/// `handle(_:at:)` turns one input into effects and changes the value; it asks no clock, reads nothing and never
/// suspends. The shell carries the effects out in order and hands in what comes of them. Audio events carry the
/// generation of the load they belong to; one that has been given up is ignored, however late its news arrives.
///
/// What is true is kept in values of their own, each with private storage and a few verbs. They are changed by those
/// verbs, and are assigned in this file alone.
public struct Player: Sendable {
    /// The entries with both their orders. It is changed by commands alone.
    public internal(set) var queue: PlayQueue
    /// What is configured.
    public private(set) var configuration: Configuration
    /// The person's volume, linear 0…1.
    public private(set) var volume = 1.0
    /// What is switched on beside repeat and shuffle.
    public private(set) var modes = PlayModes()
    /// What happens at the end of a track or of the queue; `Configuration.enableLooping` sets it at first.
    public private(set) var repeatMode = RepeatMode.off
    /// The last steps of the machine.
    public private(set) var transitions = TransitionHistory()
    /// How many files are in one list of those whose titles are read. A list costs the start of a few processes.
    static let titlesAtATime = 1024
    /// The playlists on disk, as far as they are known.
    public private(set) var playlists = PlaylistCatalog()

    /// The last edits of the queue, and what takes them back.
    public internal(set) var edits = EditHistory()

    var itinerary = Itinerary()
    var sound = Sound()
    var preparation = Preparation()
    var pursuit = Pursuit()
    /// The search for the track that follows by itself.
    var search = Search()
    var reconnection = Reconnection()
    var continuation = Continuation()
    var output = OutputControl()
    var plays = PlayCounter()
    /// How far the computer is on its way to sleep.
    var slumber = Slumber.awake
    /// What keeps the computer from suspending.
    private(set) var inhibitor: SuspendInhibitor?
    /// What is known of the sound of the tracks that transitions are planned for.
    var analyses = Analyses()
    /// How loud the files were that were measured last.
    private(set) var loudness = MeasuredLoudness()
    /// Summaries of the files that have been analysed.
    private(set) var ends = KnownEnds()
    /// The entries that smooth shuffle leaves in place.
    var smooth = SmoothOrder()
    /// The files behind those, which are analysed in idle time.
    var ahead = QueueAhead()
    /// The transitions that a person has set.
    private(set) var pins = TransitionPins()
    /// The transitions to be set whose files have not been looked at yet.
    var pinRequests = PinRequests()
    var timers = Timers()
    /// The position as clients draw it.
    private var drawn = DrawnPosition()
    /// How long loads took, by their source.
    var loadTimes = LoadTimes()
    /// The entries whose tags were asked for, the most urgent first.
    private(set) var requestedMetadata: [EntryID] = []
    /// How many files of the last list have not been answered.
    private var awaitedTitles = 0
    /// The last error since something began to be heard.
    private(set) var problem: AudioPlayerError?
    private(set) var turn = Turn(at: Moment(now: .zero), from: .idle)
    /// The callers who have not been answered yet.
    private var waiting: Set<CommandTicket> = []

    /// An idle player with an empty queue. The seed decides every shuffle.
    public init(configuration: Configuration = Configuration(), seed: UInt64) {
        self.configuration = configuration
        queue = PlayQueue(seed: seed)
        repeatMode = configuration.enableLooping ? .track : .off
    }

    /// Takes one step: changes the player, and returns the effects in the order in which they are to be carried out.
    /// `moment` holds the clock readings that go with the input; its times must never go back.
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

    /// Notes the cause of a change of the state. The first cause in a step counts.
    mutating func leave(because cause: String) { turn.leave(because: cause) }

    /// Records the step from the state in which the turn began. Without a cause, only what the state carries has
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

    // MARK: - The person's settings

    mutating func set(volume: Double) {
        self.volume = volume
        // Otherwise it takes effect when the sound has faded out.
        if slumber != .fading, !modes.isMuted { audio(.setVolume(volume)) }
    }

    /// The volume that the engine is to play with, when nothing fades out before sleep.
    var heardVolume: Double { modes.isMuted ? 0 : volume }

    mutating func set(_ modes: PlayModes) {
        let wasMuted = self.modes.isMuted
        self.modes = modes
        if modes.isMuted != wasMuted, slumber != .fading { audio(.setVolume(heardVolume)) }
    }

    mutating func set(repeatMode: RepeatMode) { self.repeatMode = repeatMode }
    mutating func set(_ configuration: Configuration) { self.configuration = configuration }
    mutating func set(_ pins: TransitionPins) { self.pins = pins }

    // MARK: - What comes of the step

    var moment: Moment { turn.moment }

    mutating func audio(_ instruction: AudioInstruction) { turn.add(.audio(instruction)) }

    mutating func report(_ event: PlayerEvent) {
        if case .error(let error) = event { problem = error }
        // The loss of this output has stopped the music.
        if case .outputLost(let name, let reason, .some) = event {
            problem = .outputError(output: name, reason: reason)
        }
        turn.add(.report(event))
    }

    /// What went wrong last is no trouble any more.
    mutating func forgetProblem() { problem = nil }

    mutating func announce(_ change: QueueChange) { turn.add(.queueChanged(change)) }

    /// The position of the shown track jumps there.
    mutating func announceSeek(to position: MediaTime) {
        pursuit.announceSeek(at: moment.now)
        turn.tell(position)
    }

    /// Tells the position where the one that clients draw has gone astray: the track has loaded or stalled while they
    /// drew on, or has begun again under its former identity. Does nothing before what is shown can be heard.
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

    /// Asks for the tags of these entries; those that have just been answered need no new list.
    mutating func request(_ requests: [MetadataRequest]) {
        let ids = requests.map(\.id)
        guard ids != requestedMetadata else { return }
        let isLess = Set(ids).isSubset(of: requestedMetadata)
        requestedMetadata = ids
        if !isLess { turn.add(.readMetadata(requests)) }
    }

    /// Asks for music behind the end of the queue.
    mutating func findMore(_ request: ContinuationRequest) { turn.add(.findMore(request)) }

    /// Lets the titles of the queue be read, some after the other.
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

    /// Has the files analysed that are wished for, and no others. What is known of the shown track is kept for when it
    /// plays again.
    mutating func analyse(_ wishes: AnalysisWishes) {
        if let asked = analyses.want(wishes, keeping: shown?.uri) { turn.add(.analyse(asked)) }
    }

    /// Tells the caller which entries the step has put into the queue.
    mutating func answer(with entries: [QueueEntry]) { turn.insert(entries.map(\.id)) }

    // MARK: - Those who wait

    mutating func complete(_ ticket: CommandTicket?, _ outcome: CommandOutcome) {
        guard let ticket else { return }
        waiting.remove(ticket)
        turn.add(.complete(ticket, outcome))
    }

    /// Answers that a later command has taken the place of this one.
    mutating func supersede(_ ticket: CommandTicket?) { complete(ticket, .superseded) }

    /// The callers whose answer is still to come, wherever what they asked for is kept.
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
