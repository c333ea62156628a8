/// What the shell has to do after a step, in order. Plain values: no closures, pointers or continuations.
public enum Effect: Sendable, Hashable {
    case audio(AudioInstruction)
    /// At this time of the injected clock, hand `Input.timer` in. Arming an armed timer moves it.
    case arm(PlayerTimer, at: MediaTime)
    /// Does nothing if the timer is not armed.
    case disarm(PlayerTimer)
    /// Read tags and cover of these entries, most urgent first; replaces an earlier list.
    case readMetadata([MetadataRequest])
    /// The outcome of a command whose caller waits.
    case complete(CommandTicket, CommandOutcome)
    /// Tell a person: the events stream, the log, stderr.
    case report(PlayerEvent)
    /// How the play order changed, for clients that keep a copy of it.
    case queueChanged(QueueChange)
    /// The playing position of the shown track jumped to this place (MPRIS Seeked).
    case seeked(MediaTime)
}

public struct MetadataRequest: Sendable, Hashable {
    public var id: EntryID
    public var uri: String

    public init(id: EntryID, uri: String) {
        self.id = id
        self.uri = uri
    }
}

public enum CommandOutcome: Sendable, Hashable {
    case done
    /// Accepted, and there was nothing to change.
    case nothingToDo
    case failed(AudioPlayerError)
    /// A later command took its place before it was through.
    case superseded
}

/// A change of the play order that a client can replay on its copy.
public enum QueueChange: Sendable, Hashable {
    /// In order; the first stands behind `after`, nil for the very beginning.
    case inserted([QueueEntry], after: EntryID?)
    case removed([EntryID])
    case moved(EntryID, after: EntryID?)
    case metadataChanged(QueueEntry)
    /// Shuffle was turned on, with this play order, or off: then the list order counts.
    case reordered([EntryID]?)
    /// Read the whole list again: load, clear.
    case replaced
}

/// What a person would want told (design.md, Library).
public enum PlayerEvent: Sendable, Hashable {
    case loadStarted(QueueEntry)
    /// How much of what is needed to begin has arrived, 0…100; 100 when it is ready to be heard. A file goes there in
    /// one step.
    case loadProgress(QueueEntry, percent: Int)
    case loadTimedOut(QueueEntry)
    case trackStarted(QueueEntry)
    case trackSkipped(QueueEntry, reason: String)
    case transitionPlanned(TransitionRecord)
    case transitionStarted(TransitionRecord)
    case transitionFinished(TransitionRecord, completed: Bool)
    case outputReady(name: String, fallback: String?)
    case outputLost(name: String, reason: String, position: MediaTime?)
    case streamTitle(String)
    case queueChanged
    case played(QueueEntry)
    /// A person gave it the rating that it has now, or took it away.
    case rated(QueueEntry)
    /// The queue is what this playlist holds.
    case playlistStarted(PlaylistDescription)
    case error(AudioPlayerError)
}

/// A transition with the tracks it joins, for people and reports.
public struct TransitionRecord: Sendable, Hashable {
    public var from: QueueEntry
    public var to: QueueEntry
    public var plan: TransitionPlan

    public init(from: QueueEntry, to: QueueEntry, plan: TransitionPlan) {
        self.from = from
        self.to = to
        self.plan = plan
    }
}

/// What a session keeps on disk.
public struct SavedSession: Sendable, Hashable {
    public var entries: [QueueEntry]
    /// The order under shuffle, as indexes into `entries`; nil when shuffle is off.
    public var shuffleOrder: [Int]?
    /// Index into `entries`.
    public var current: Int?
    public var position: MediaTime
    public var volume: Double
    public var repeatMode: RepeatMode
    /// Goes on in the place of the configured output; nil leaves that.
    public var output: String?

    public init(
        entries: [QueueEntry] = [], shuffleOrder: [Int]? = nil, current: Int? = nil, position: MediaTime = .zero,
        volume: Double = 1, repeatMode: RepeatMode = .off, output: String? = nil
    ) {
        self.entries = entries
        self.shuffleOrder = shuffleOrder
        self.current = current
        self.position = position
        self.volume = volume
        self.repeatMode = repeatMode
        self.output = output
    }
}
