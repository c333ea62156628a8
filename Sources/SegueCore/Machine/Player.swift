public import DequeModule

/// The player as a pure value: every decision about playback is taken here (spec §2, §3, §4).
///
/// `handle(_:at:)` turns one input into effects and changes the value; it asks no clock, reads nothing and never
/// suspends. The shell carries the effects out in order and hands in what comes of them. Audio events carry the
/// generation of the load they belong to; one that has been given up is ignored, however late its news arrives.
public struct Player: Sendable {
    /// The only truth about playback.
    public internal(set) var state: PlayerState = .idle
    public internal(set) var queue: PlayQueue
    public internal(set) var configuration: Configuration
    /// The person's volume, linear 0…1.
    public internal(set) var volume = 1.0
    public internal(set) var repeatMode = RepeatMode.off
    /// Accepted steps of the machine, oldest first, at most `historyLimit`.
    public internal(set) var transitions: Deque<Transition> = []
    public static let historyLimit = 256
    /// What is on disk, as far as it is known.
    public internal(set) var playlists = PlaylistCatalog()

    /// The entry that counts as current; moves only when a file has proved playable.
    var cursor: EntryID?
    var history = History()
    /// Where `cursor` stands in it.
    var place = History.Place.ahead
    /// How often a repeat has gone round.
    var rounds = 0
    /// What a load that starts from silence ends in.
    var intent = PlaybackIntent.playing
    /// It was paused for a call, and goes on by itself afterwards.
    var isInterrupted = false
    /// Whether the engine's clock runs: sound, or a fade to silence.
    var isRunning = false

    /// The deck that counts as playing; in a fade the incoming one.
    var current: Load?
    /// The deck that is on its way out.
    var outgoing: Load?
    /// The deck that gets ready.
    var standby: Load?
    var plan: Plan?
    var fade: Fade?
    var navigation: Navigation?
    var seek: PendingSeek?
    var prefetch: Prefetch?
    var reconnection: Reconnection?
    var lastNavigation: MediaTime?
    var lastSeeked: MediaTime?
    var playOutGeneration: LoadGeneration?
    var playCount: PlayCount?
    var heldPlay: HeldPlay?
    var stopped: StoppingPlace?
    /// What went wrong last since something began to be heard.
    var problem: AudioPlayerError?

    var outputRates: OutputRates?
    var output = OutputStatus(name: "", isAvailable: false, fallback: nil)
    var outputChoice: OutputChoice?
    var outputReturn = OutputReturn()
    var sleepAt: MediaTime?
    /// The playlist that the queue came from.
    var activePlaylist: PlaylistID?
    var requestedMetadata: [EntryID] = []
    var armed: [PlayerTimer: MediaTime] = [:]
    var lastGeneration: UInt64 = 0

    /// Of the step that is being taken.
    var moment = Moment(now: .zero)
    var effects: [Effect] = []
    var inserted: [EntryID] = []
    /// Callers who have not been answered.
    private var waiting: Set<CommandTicket> = []

    /// An idle player with an empty queue. The seed decides every shuffle.
    public init(configuration: Configuration = Configuration(), seed: UInt64) {
        self.configuration = configuration
        queue = PlayQueue(seed: seed)
        repeatMode = configuration.enableLooping ? .track : .off
    }

    /// Takes one step. `moment` holds the clock readings that go with the input.
    public mutating func handle(_ input: Input, at moment: Moment) -> Step {
        self.moment = moment
        effects = []
        inserted = []
        let shownBefore = shown
        refreshProgress()
        var reply = Reply.accepted
        switch input {
        case .command(let command, let ticket):
            if let ticket { waiting.insert(ticket) }
            if command.concernsPlayback { isInterrupted = false }
            reply = perform(command, ticket: ticket)
        case .audio(let event): receive(event)
        case .timer(let timer): fire(timer)
        case .metadataRead(let id, let metadata): merge(metadata, into: id)
        case .restore(let session): restore(session)
        case .playlistsFound(let found): playlists = found
        }
        reconcile()
        assert(waiting == held, "callers \(waiting) wait, and \(held) are known in \(state)")
        assert(seek == nil || state.kind == .seeking, "a seek is under way in \(state)")
        assert(navigation == nil || state.kind == .preparing || state.kind == .preparingCrossfade, "lost in \(state)")
        if let before = shownBefore, let after = shown, before.id == after.id, before.occurrence != after.occurrence {
            // The same track again: its identity on the bus stays, so clients learn of the jump this way only.
            announceSeek(to: livePosition(at: moment).position)
        }
        defer {
            effects = []
            inserted = []
        }
        return Step(effects: effects, reply: reply, inserted: inserted)
    }

    /// The entry that every view shows: what a person went to counts at once (spec §4). A stream whose server may not even answer
    /// is not shown while something else is heard.
    var shown: QueueEntry? {
        if let navigation, connecting == nil { return navigation.candidate }
        guard let cursor, var entry = queue[cursor] else { return nil }
        if let load = [standby, current].compactMap({ $0 }).first(where: { $0.entry.id == cursor && $0.isCommitted }) {
            entry.occurrence = load.entry.occurrence
        }
        return entry
    }

    /// The stream that is being connected to while something else is heard.
    var connecting: QueueEntry? {
        guard let navigation, !navigation.candidate.isLocal, state.kind == .preparingCrossfade, let current,
            current.entry.id == cursor
        else { return nil }
        return navigation.candidate
    }

    /// The entry from which `next` and `previous` go on, and beside which new ones are put.
    var target: QueueEntry? { navigation?.candidate ?? shown }

    /// Goes to another state of the table, and records it.
    mutating func move(to next: PlayerState, because cause: String) {
        precondition(
            state.canTransition(to: next),
            "the table has no step from \(state.kind) to \(next.kind) (\(cause)): \(state) → \(next)")
        transitions.append(Transition(from: state, to: next, input: cause, time: moment.now))
        if transitions.count > Self.historyLimit { transitions.removeFirst() }
        state = next
    }

    mutating func audio(_ instruction: AudioInstruction) { effects.append(.audio(instruction)) }
    mutating func report(_ event: PlayerEvent) {
        if case .error(let error) = event { problem = error }
        effects.append(.report(event))
    }

    mutating func complete(_ ticket: CommandTicket?, _ outcome: CommandOutcome) {
        guard let ticket else { return }
        waiting.remove(ticket)
        effects.append(.complete(ticket, outcome))
    }

    /// The callers whose answer is still to come, wherever what they asked for is kept.
    private var held: Set<CommandTicket> {
        let requests = [navigation, standby?.request].map { $0?.ticket }
        return Set((requests + [seek?.ticket, outputChoice?.ticket, outputReturn.ticket]).compactMap { $0 })
    }

    mutating func arm(_ timer: PlayerTimer, at time: MediaTime) {
        guard armed[timer] != time else { return }
        armed[timer] = time
        effects.append(.arm(timer, at: time))
    }

    mutating func disarm(_ timer: PlayerTimer) {
        if armed.removeValue(forKey: timer) != nil { effects.append(.disarm(timer)) }
    }
}

/// What one step led to.
public struct Step: Sendable, Equatable {
    /// To be carried out in this order.
    public var effects: [Effect]
    public var reply: Reply
    /// The identities of entries that the step put into the queue, in the order given.
    public var inserted: [EntryID]
}

/// The immediate answer to a command. A caller with a ticket also gets exactly one `Effect.complete` for it, in this
/// step or, while a file is loading, in a later one.
public enum Reply: Sendable, Equatable {
    case accepted
    case nothingToDo
    /// Nothing changed.
    case refused(AudioPlayerError)
}
