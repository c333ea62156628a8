/// What the shell has to do after a step, in order. Plain values: no closures, pointers or continuations.
public enum Effect: Sendable, Hashable {
    /// Hand this to the audio engine.
    case audio(AudioInstruction)
    /// Hand `Input.timer` in at this time of the injected clock. Arming an armed timer moves it.
    case arm(PlayerTimer, at: MediaTime)
    /// Take the timer back. Does nothing if it is not armed.
    case disarm(PlayerTimer)
    /// Read tags and cover of these entries, the most urgent first. Replaces an earlier list.
    case readMetadata([MetadataRequest])
    /// Read what lists show of these files, when there is nothing more urgent to do, and hand in each of them once with
    /// `Input.titlesRead`, a few at a time. No other list comes before the last of them.
    case readTitles([MetadataRequest])
    /// Find this out about files. Replaces earlier wishes: what is not among these is given up.
    case analyse(AnalysisWishes)
    /// Find music of the library, and hand it in with `Input.moreFound`, also where there is none.
    case findMore(ContinuationRequest)
    /// Save the summary of a file, for `Input.endsRestored` in later sessions.
    case keep(FileEnds)
    /// The outcome of a command whose caller waits.
    case complete(CommandTicket, CommandOutcome)
    /// Tell a person, through the events stream, the log and stderr.
    case report(PlayerEvent)
    /// How the play order changed, for clients that keep a copy of it.
    case queueChanged(QueueChange)
    /// The position of the shown track has jumped to this place (MPRIS's `Seeked`).
    case seeked(MediaTime)
}

/// A file whose tags and cover are to be read.
public struct MetadataRequest: Sendable, Hashable {
    /// The entry that the tags belong to.
    public var id: EntryID
    /// Where the file is: a `file:` URI.
    public var uri: String

    /// A request for the tags of one entry.
    public init(id: EntryID, uri: String) {
        self.id = id
        self.uri = uri
    }
}

/// What was read of the file of an entry.
public struct MetadataAnswer: Sendable, Hashable {
    /// The entry that was asked for.
    public var id: EntryID
    /// What the file says; nil where it can't be read.
    public var metadata: TrackMetadata?

    /// The answer to the request for one entry.
    public init(id: EntryID, metadata: TrackMetadata?) {
        self.id = id
        self.metadata = metadata
    }
}

/// What a command has come to, for the caller who waits.
public enum CommandOutcome: Sendable, Hashable {
    /// It has taken effect.
    case done
    /// Accepted, and there was nothing to change.
    case nothingToDo
    /// It was refused, or could not be carried out, for this reason.
    case failed(AudioPlayerError)
    /// A later command took its place before it was through.
    case superseded
}

/// A change of the play order that a client can replay on its copy.
public enum QueueChange: Sendable, Hashable {
    /// New entries, in order. The first stands behind `after`; nil for the very beginning.
    case inserted([QueueEntry], after: EntryID?)
    /// Entries that have left the queue.
    case removed([EntryID])
    /// The entry stands behind `after` now, nil for the very beginning.
    case moved(EntryID, after: EntryID?)
    /// More is known of these entries, or something else; their places are the same.
    case metadataChanged([QueueEntry])
    /// Without shuffle, the entries stand in this order now.
    case arranged([EntryID])
    /// Shuffle was turned on, with this play order; or it was turned off, with nil: then the list order counts.
    case reordered([EntryID]?)
    /// Everything may be different, as after a load or a clear: read the whole list again.
    case replaced
}

/// What a person would want told (design.md, Library).
public enum PlayerEvent: Sendable, Hashable {
    /// A file or stream is being opened.
    case loadStarted(QueueEntry)
    /// How much of what is needed to begin has arrived, 0…100. At 100 the track is ready to be heard. A file goes there
    /// in one step.
    case loadProgress(QueueEntry, percent: Int)
    /// The load was given up because its time limit was over (design.md, Timings).
    case loadTimedOut(QueueEntry)
    /// The first sample of this entry is heard, or will be when the pause it was prepared in ends.
    case trackStarted(QueueEntry)
    /// The entry can't be played, for the reason given in a sentence, and the player goes on without it.
    case trackSkipped(QueueEntry, reason: String)
    /// A transition will take place, unless something else is asked for before.
    case transitionPlanned(TransitionRecord)
    /// The first sample of a transition is heard.
    case transitionStarted(TransitionRecord)
    /// A transition is over. `completed` is false for one that was broken off by a skip, a seek, a stop or a failure.
    case transitionFinished(TransitionRecord, completed: Bool)
    /// Sound goes out on this output; `fallback` says why it is not the one that was asked for, nil if it is.
    case outputReady(name: String, fallback: String?)
    /// The output is gone. `position` is where the shown track was paused by it; nil if nothing sounded.
    case outputLost(name: String, reason: String, position: MediaTime?)
    /// A radio station has announced what it plays.
    case streamTitle(String)
    /// Entries have come, gone or moved.
    case queueChanged
    /// So much of the entry was heard that it counts as played (design.md, Timings).
    case played(QueueEntry)
    /// A person gave the entry the rating that it has now, or took its rating away.
    case rated(QueueEntry)
    /// The sound of the entry is known now.
    case analysed(QueueEntry)
    /// The queue is what this playlist holds.
    case playlistStarted(PlaylistDescription)
    /// The session is not kept, or not restored, as the sentence says; playing goes on.
    case sessionTrouble(String)
    /// Something went wrong; `Snapshot.problem` keeps it until something is heard.
    case error(AudioPlayerError)
}

/// A transition with the tracks it joins, for people and reports.
public struct TransitionRecord: Sendable, Hashable {
    /// The entry on its way out.
    public var from: QueueEntry
    /// The entry that takes its place.
    public var to: QueueEntry
    /// Where in its track `to` begins.
    public var incomingStart: MediaTime
    /// How the one gives way to the other.
    public var plan: TransitionPlan

    /// A record of these two entries and the plan between them.
    public init(from: QueueEntry, to: QueueEntry, incomingStart: MediaTime = .zero, plan: TransitionPlan) {
        self.from = from
        self.to = to
        self.incomingStart = incomingStart
        self.plan = plan
    }
}

/// What a session keeps on disk.
public struct SavedSession: Sendable, Hashable {
    /// All entries, in list order.
    public var entries: [QueueEntry]
    /// The play order under shuffle, as indexes into `entries`; nil when shuffle is off.
    public var shuffleOrder: [Int]?
    /// The shown entry, as an index into `entries`; nil when none was shown.
    public var current: Int?
    /// Where the shown track was.
    public var position: MediaTime
    /// The person's volume, linear 0…1.
    public var volume: Double
    /// What happens at the end of a track or of the queue.
    public var repeatMode: RepeatMode
    /// What was switched on beside repeat and shuffle; what is of the moment is off.
    public var modes: PlayModes
    /// The output that was chosen in the place of the configured one; nil if none was.
    public var output: ChosenOutput?
    /// The transitions that a person has set, the one set last in front.
    public var pins: [TransitionPin]
    /// The last edits of the queue, and what takes them back.
    public var edits: EditHistory

    /// A session; by default the one of a player that has never been used.
    public init(
        entries: [QueueEntry] = [], shuffleOrder: [Int]? = nil, current: Int? = nil, position: MediaTime = .zero,
        volume: Double = 1, repeatMode: RepeatMode = .off, modes: PlayModes = PlayModes(), output: ChosenOutput? = nil,
        pins: [TransitionPin] = [],
        edits: EditHistory = EditHistory()
    ) {
        self.entries = entries
        self.shuffleOrder = shuffleOrder
        self.current = current
        self.position = position
        self.volume = volume
        self.repeatMode = repeatMode
        self.modes = modes
        self.output = output
        self.pins = pins
        self.edits = edits
    }
}
