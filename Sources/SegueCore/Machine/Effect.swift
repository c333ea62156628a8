/// An action for the shell after a step, to be executed in order. Effects are plain values: no closures, pointers or
/// continuations.
public enum Effect: Sendable, Hashable {
    /// Pass this instruction to the audio engine.
    case audio(AudioInstruction)
    /// Pass `Input.timer` at this time of the injected clock. Arming an armed timer moves it.
    case arm(PlayerTimer, at: MediaTime)
    /// Disarm the timer. Does nothing if it is not armed.
    case disarm(PlayerTimer)
    /// Read tags and cover of these entries, the most urgent first. Replaces an earlier list.
    case readMetadata([MetadataRequest])
    /// Read the list metadata of these files when nothing more urgent is to be done. Each file is reported once with
    /// `Input.titlesRead`, a few at a time. No other list is sent before the last of them.
    case readTitles([MetadataRequest])
    /// Analyse files. Replaces earlier wishes: analyses that are not among these are cancelled.
    case analyse(AnalysisWishes)
    /// Find music of the library. The result is passed with `Input.moreFound`, even if there is none.
    case findMore(ContinuationRequest)
    /// Save the summary of a file, for `Input.endsRestored` in later sessions.
    case keep(FileEnds)
    /// The outcome of a command whose caller is waiting.
    case complete(CommandTicket, CommandOutcome)
    /// Notify the user through the events stream, the log and stderr.
    case report(PlayerEvent)
    /// The change of the play order, for clients that keep a copy of it.
    case queueChanged(QueueChange)
    /// The position of the shown track has jumped to this position (MPRIS's `Seeked`).
    case seeked(MediaTime)
}

/// A request for the tags and the cover of a file.
public struct MetadataRequest: Sendable, Hashable {
    /// The entry that the tags belong to.
    public var id: EntryID
    /// The location of the file: a `file:` URI.
    public var uri: String

    /// Creates a request for the tags of one entry.
    public init(id: EntryID, uri: String) {
        self.id = id
        self.uri = uri
    }
}

/// The tags read from the file of an entry.
public struct MetadataAnswer: Sendable, Hashable {
    /// The requested entry.
    public var id: EntryID
    /// The metadata of the file; nil if it can't be read.
    public var metadata: TrackMetadata?

    /// Creates the answer to the request for one entry.
    public init(id: EntryID, metadata: TrackMetadata?) {
        self.id = id
        self.metadata = metadata
    }
}

/// The result of a command, for the waiting caller.
public enum CommandOutcome: Sendable, Hashable {
    /// The command has taken effect.
    case done
    /// The command was accepted, but there was nothing to change.
    case nothingToDo
    /// The command was rejected, or could not be carried out, for this reason.
    case failed(AudioPlayerError)
    /// A later command replaced this one before it was complete.
    case superseded
}

/// A change of the play order that a client can replay on its copy.
public enum QueueChange: Sendable, Hashable {
    /// New entries, in order. The first is located after `after`; nil for the very beginning.
    case inserted([QueueEntry], after: EntryID?)
    /// Entries that have left the queue.
    case removed([EntryID])
    /// The entry is now located after `after`; nil for the very beginning.
    case moved(EntryID, after: EntryID?)
    /// The metadata of these entries has changed; their places are the same.
    case metadataChanged([QueueEntry])
    /// Without shuffle, the entries are now in this order.
    case arranged([EntryID])
    /// Shuffle was turned on, with this play order. Nil: shuffle was turned off, and the list order counts.
    case reordered([EntryID]?)
    /// Any part of the queue may have changed, as after a load or a clear: read the whole list again.
    case replaced
}

/// An event for the user (design.md, Library).
public enum PlayerEvent: Sendable, Hashable {
    /// A file or stream is being opened.
    case loadStarted(QueueEntry)
    /// The progress of the data needed to begin, 0…100. At 100 the track is ready to be heard. For a file, the progress
    /// jumps to 100 in one step.
    case loadProgress(QueueEntry, percent: Int)
    /// The load was cancelled because it exceeded its time limit (design.md, Timings).
    case loadTimedOut(QueueEntry)
    /// The first sample of this entry is heard, or will be heard once the pause in which it was prepared ends.
    case trackStarted(QueueEntry)
    /// The entry can't be played, for the reason given in a sentence, and the player continues without it.
    case trackSkipped(QueueEntry, reason: String)
    /// A transition will take place, unless another request precedes it.
    case transitionPlanned(TransitionRecord)
    /// The first sample of a transition is heard.
    case transitionStarted(TransitionRecord)
    /// A transition is over. `completed` is false if it was interrupted by a skip, a seek, a stop or a failure.
    case transitionFinished(TransitionRecord, completed: Bool)
    /// Audio is played on this output. `fallback` says why this is not the requested output; nil if it is.
    case outputReady(name: String, fallback: String?)
    /// The output has disappeared. `position` is the position at which the shown track was paused; nil if nothing was
    /// playing.
    case outputLost(name: String, reason: String, position: MediaTime?)
    /// A radio station has announced its current title.
    case streamTitle(String)
    /// Entries were added, removed or moved.
    case queueChanged
    /// Enough of the entry was heard for it to count as played (design.md, Timings).
    case played(QueueEntry)
    /// The user gave the entry its current rating, or removed its rating.
    case rated(QueueEntry)
    /// The audio of the entry has been analysed.
    case analysed(QueueEntry)
    /// The queue now holds the content of this playlist.
    case playlistStarted(PlaylistDescription)
    /// The session is not saved, or not restored, as the sentence says; playback continues.
    case sessionTrouble(String)
    /// An error has occurred; `Snapshot.problem` keeps it until something is heard.
    case error(AudioPlayerError)
}

/// A transition with the tracks it joins, for display and reports.
public struct TransitionRecord: Sendable, Hashable {
    /// The outgoing entry.
    public var from: QueueEntry
    /// The incoming entry.
    public var to: QueueEntry
    /// The position at which `to` begins.
    public var incomingStart: MediaTime
    /// The plan of the transition.
    public var plan: TransitionPlan

    /// Creates a record of these two entries and the plan between them.
    public init(from: QueueEntry, to: QueueEntry, incomingStart: MediaTime = .zero, plan: TransitionPlan) {
        self.from = from
        self.to = to
        self.incomingStart = incomingStart
        self.plan = plan
    }
}

/// The session as saved on disk.
public struct SavedSession: Sendable, Hashable {
    /// All entries, in list order.
    public var entries: [QueueEntry]
    /// The play order under shuffle, as indexes into `entries`; nil if shuffle is off.
    public var shuffleOrder: [Int]?
    /// The shown entry, as an index into `entries`; nil if none was shown.
    public var current: Int?
    /// The position of the shown track.
    public var position: MediaTime
    /// The user's volume, linear 0…1.
    public var volume: Double
    /// The repeat mode.
    public var repeatMode: RepeatMode
    /// The modes beside repeat and shuffle. Modes that are not saved are off.
    public var modes: PlayModes
    /// The output chosen instead of the configured one; nil if none was.
    public var output: ChosenOutput?
    /// The transitions that the user has set, the most recent first.
    public var pins: [TransitionPin]
    /// The most recent edits of the queue, with their reversals.
    public var edits: EditHistory

    /// Creates a session; by default that of a player that has never been used.
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
