/// What a person, a client or the library asks for (design.md, Commands). A command takes effect, or there is nothing
/// to do, or it is refused with an error.
public enum Command: Sendable, Hashable {
    /// Resume, or start what is shown. Nothing to do while playing; refused when the queue is empty.
    case play
    /// Play this entry now, in whichever state the player is.
    case playEntry(EntryID)
    /// Hold the sound; a track that is loading will be paused at its start. Nothing to do while paused or stopped.
    case pause
    /// Pause while the status is Playing, else play.
    case toggle
    /// Stop, with the configured fade-out while something sounds. The position is kept: `play` goes on there.
    case stop
    /// As `stop`, and go back to the start of the track, as MPRIS wants it.
    case stopAndRewind
    /// Fade out over this duration (0…30 s), then stop. During a fade-out, 0 ends it, and for any other duration there
    /// is nothing to do.
    case finish(fadeDuration: MediaTime)
    /// Go to the entry that follows in play order, keeping the status. Nothing to do at the end of the queue.
    case next
    /// As `next`, over the duration of a fade at the end of a track.
    case crossfade
    /// Go back through what was heard, keeping the status (design.md, Navigation).
    case previous
    /// Go to this entry, keeping the status: playing stays playing, paused paused, stopped stopped.
    case jump(EntryID)
    /// Go to this position of the shown track. With a `track` other than nil or the shown one, there is nothing to do.
    case seek(to: MediaTime, track: EntryID?)
    /// Move by this much, counted from where a seek under way will end. Past the end does what the end of the track
    /// would do.
    case seekBy(MediaTime)
    /// Set the person's volume: linear, clamped to 0…1. Refused if it is not a finite number.
    case setVolume(Double)
    /// Nothing to do if this mode is set already. The count of rounds starts again.
    case setRepeat(RepeatMode)
    /// Turn a mode on or off.
    case setMode(PlayMode, Bool)
    /// Deal a new play order, or go back to the list order. Nothing to do if it is so already.
    case setShuffle(Bool)
    /// Put this configuration in force; a new output in it is used when it has proved usable. Refused as a whole when
    /// a setting is out of its range.
    case setConfiguration(Configuration)
    /// Replace the shown track: with a crossfade while playing, silently while paused. A duration outside of
    /// 1…30 s is clamped.
    case replaceTrack(NewEntry, crossfadeDuration: MediaTime)
    /// Change what is in the queue, or its order.
    case edit(QueueEdit)
    /// Give up the entry or the position that was gone to and is not ready: what is heard goes on, and where nothing is
    /// heard, the player stops (design.md, Cancelling). Nothing to do where nothing is awaited.
    case cancel
    /// Go from `failed` back to `idle`, with nothing loaded; the queue stays.
    case reset
    /// Send the sound to the output of this name, as `--output` takes it. Until it has proved usable, the former one
    /// stays.
    case selectOutput(String)
    /// Stop with the configured fade-out, so much later; nil takes the timer back.
    case sleep(after: MediaTime?)
    /// Rate an entry: 0…1, or nil to take the rating away.
    case rate(EntryID, Double?)
    /// Set the transition between two tracks, now and whenever their files follow each other; or, without a second
    /// one, from a track to whatever follows it. Carried out when the files have been looked at; refused where one
    /// can't be read.
    case pin(from: EntryID, to: EntryID?, TransitionPin.Shape)
    /// Leave the transition between two tracks to the player again: take away what was set for them, or where nothing
    /// was, for the first one. Nothing to do if neither was set.
    case unpin(from: EntryID, to: EntryID?)
    /// Leave these transitions to the player again. Nothing to do if none of them was set.
    case removePins([TransitionPin.Pair])
}

extension Command {
    /// Whether the command decides what is to sound, or that nothing is.
    var concernsPlayback: Bool {
        switch self {
        case .play, .playEntry, .pause, .toggle, .stop, .stopAndRewind, .finish, .replaceTrack, .reset: true
        case .next, .crossfade, .previous, .jump, .seek, .seekBy, .cancel, .setVolume, .setRepeat, .setMode,
            .setShuffle, .setConfiguration, .edit, .selectOutput, .sleep, .rate, .pin, .unpin, .removePins:
            false
        }
    }

    /// The entry that the command names, as opposed to one whose turn has come; nil for commands that name none.
    public var namedEntry: EntryID? {
        switch self {
        case .playEntry(let id), .jump(let id): id
        case .play, .pause, .toggle, .stop, .stopAndRewind, .finish, .next, .crossfade, .previous, .seek, .seekBy,
            .cancel, .setVolume, .setRepeat, .setMode, .setShuffle, .setConfiguration, .replaceTrack, .edit, .reset,
            .selectOutput, .sleep, .rate, .pin, .unpin, .removePins:
            nil
        }
    }
}

/// A file or stream on its way into the queue.
public struct NewEntry: Sendable, Hashable {
    /// An absolute, percent-encoded URI.
    public var uri: String
    /// What is known of the file or stream before it is opened; may be empty.
    public var metadata: TrackMetadata

    /// An entry without an identity: the queue gives it one.
    public init(uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.uri = uri
        self.metadata = metadata
    }
}

/// Where new entries go in play order.
public enum QueuePlace: Sendable, Hashable {
    /// In front of all others.
    case first
    /// Behind all others; under shuffle, dealt among those that are still to come.
    case last
    /// Behind this entry; at the end if it is not in the queue.
    case after(EntryID)
    /// Behind the entry that is shown; at the end if none is shown.
    case next
}

/// Changes of the queue's content. Entries keep their identity through all of them.
public enum QueueEdit: Sendable, Hashable {
    /// Put new entries into the queue. With `play`, go to the first of them at once, and sound.
    case insert([NewEntry], at: QueuePlace, play: Bool)
    /// Replace the whole queue. With `play`, the first entry sounds; without it, the player stops there. `playlist`
    /// says whose content this is.
    case replace([NewEntry], play: Bool, playlist: PlaylistID? = nil)
    /// Take these entries out; those that are not in the queue are passed over.
    case remove([EntryID])
    /// Put an entry elsewhere in play order. Nothing to do for one that is not in the queue, or is there already.
    case move(EntryID, to: QueuePlace)
    /// Give the play order this order; without shuffle, the list order with it.
    case sort(SortKey)
    /// Take out the entries whose file or stream is in the queue already. The shown entry stays, or else the first.
    case dedupe
    /// Take everything out but these.
    case crop([EntryID])
    /// Empty the queue, and stop at once.
    case clear
    /// Take the last edit back. Nothing to do without one.
    case undo
    /// Take the last undo back. Nothing to do without one, and after another edit.
    case redo
}

/// What happens after the last sample of a track or of the queue.
public enum RepeatMode: String, Sendable, Hashable, CaseIterable {
    /// Go on to the next entry, and end behind the last.
    case off
    /// Play the same entry again.
    case track
    /// Go from the last entry to the first.
    case queue
}
