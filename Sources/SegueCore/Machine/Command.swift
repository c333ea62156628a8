/// A request of the user, a client or the library (design.md, Commands). A command takes effect, has nothing to do, or
/// is rejected with an error.
public enum Command: Sendable, Hashable {
    /// Resume, or start the shown track. Nothing to do while playing; rejected if the queue is empty.
    case play
    /// Play this entry now, in any state of the player.
    case playEntry(EntryID)
    /// Pause playback; a track that is loading will be paused at its start. Nothing to do while paused or stopped.
    case pause
    /// Pause while the status is Playing, else play.
    case toggle
    /// Stop, with the configured fade-out if something plays. The position is kept: `play` continues there.
    case stop
    /// As `stop`, and go back to the start of the track, as MPRIS specifies.
    case stopAndRewind
    /// Fade out over this duration (0…30 s), then stop. During a fade-out, 0 ends the fade-out, and for any other
    /// duration there is nothing to do.
    case finish(fadeDuration: MediaTime)
    /// Go to the entry that follows in play order, keeping the status. Nothing to do at the end of the queue.
    case next
    /// As `next`, with the duration of a crossfade at the end of a track.
    case crossfade
    /// Go back through the history of what was heard, keeping the status (design.md, Navigation).
    case previous
    /// Go to this entry, keeping the status: playing, paused or stopped.
    case jump(EntryID)
    /// Go to this position of the shown track. With a `track` other than nil or the shown one, there is nothing to do.
    case seek(to: MediaTime, track: EntryID?)
    /// Move by this much, counted from the target of a seek under way. A target past the end does what the end of the
    /// track would do.
    case seekBy(MediaTime)
    /// Set the user's volume: linear, clamped to 0…1. Nothing to do if the volume has this value already. Rejected if
    /// the value is not a finite number.
    case setVolume(Double)
    /// Set the repeat mode. Nothing to do if this mode is set already. The count of repeats starts again.
    case setRepeat(RepeatMode)
    /// Turn a mode on or off.
    case setMode(PlayMode, Bool)
    /// Shuffle the play order anew, or restore the list order. Nothing to do if shuffle is already in this state.
    case setShuffle(Bool)
    /// Apply this configuration; a new output in it is used once it has proved usable. Rejected as a whole if a setting
    /// is out of range.
    case setConfiguration(Configuration)
    /// Replace the shown track: with a crossfade while playing, silently while paused. A duration outside of 1…30 s is
    /// clamped.
    case replaceTrack(NewEntry, crossfadeDuration: MediaTime)
    /// Change the content of the queue, or its order.
    case edit(QueueEdit)
    /// Cancel the navigation or seek under way: the audible track plays on. If nothing is heard, the player stops
    /// (design.md, Cancelling). Nothing to do if nothing is awaited.
    case cancel
    /// Return from `failed` to `idle`, with nothing loaded; the queue stays.
    case reset
    /// Play audio on the output of this name, as `--output` takes it. Until the output has proved usable, the previous
    /// output stays.
    case selectOutput(String)
    /// Stop after this time, with the configured fade-out; nil cancels the sleep timer.
    case sleep(after: MediaTime?)
    /// Rate an entry: 0…1, or nil to remove the rating.
    case rate(EntryID, Double?)
    /// Set the transition between two tracks, for every time that their files follow each other. Without a second
    /// entry, set the transition from a track to any successor. Carried out once the files have been identified;
    /// rejected if a file can't be read.
    case pin(from: EntryID, to: EntryID?, TransitionPin.Shape)
    /// Return the transition between two tracks to the player: remove the pin of the pair, or else the pin of the first
    /// track. Nothing to do if neither is set.
    case unpin(from: EntryID, to: EntryID?)
    /// Return these transitions to the player. Nothing to do if none of them is set.
    case removePins([TransitionPin.Pair])
}

extension Command {
    /// True if the command starts, stops or replaces playback.
    var concernsPlayback: Bool {
        switch self {
        case .play, .playEntry, .pause, .toggle, .stop, .stopAndRewind, .finish, .replaceTrack, .reset: true
        case .next, .crossfade, .previous, .jump, .seek, .seekBy, .cancel, .setVolume, .setRepeat, .setMode,
            .setShuffle, .setConfiguration, .edit, .selectOutput, .sleep, .rate, .pin, .unpin, .removePins:
            false
        }
    }

    /// The entry that the command names explicitly; nil for commands that name none.
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

/// A file or stream to be added to the queue.
public struct NewEntry: Sendable, Hashable {
    /// An absolute, percent-encoded URI.
    public var uri: String
    /// The facts about the file or stream before it is opened; may be empty.
    public var metadata: TrackMetadata

    /// Creates an entry without an identity: the queue assigns one.
    public init(uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.uri = uri
        self.metadata = metadata
    }
}

/// The place of new entries in play order.
public enum QueuePlace: Sendable, Hashable {
    /// Before all others.
    case first
    /// After all others; under shuffle, randomly among the entries still to come.
    case last
    /// After this entry; at the end if it is not in the queue.
    case after(EntryID)
    /// After the shown entry; at the end if none is shown.
    case next
}

/// Changes of the queue's content. Entries keep their identity through all of them.
public enum QueueEdit: Sendable, Hashable {
    /// Insert new entries into the queue. With `play`, go to the first of them immediately, and play.
    case insert([NewEntry], at: QueuePlace, play: Bool)
    /// Replace the whole queue. With `play`, the first entry plays; without it, the player stops there. `playlist`
    /// identifies the playlist that provides the content.
    case replace([NewEntry], play: Bool, playlist: PlaylistID? = nil)
    /// Remove these entries; entries that are not in the queue are ignored.
    case remove([EntryID])
    /// Move entries in play order, one after another. Entries that are not in the queue are ignored. Nothing to do if
    /// they are all in their places already.
    case move([EntryID], to: QueuePlace)
    /// Sort the play order; without shuffle, the list order with it.
    case sort(SortKey)
    /// Remove duplicate entries of the same file or stream. Of each, the shown entry stays, or else the first.
    case dedupe
    /// Remove all entries except these.
    case crop([EntryID])
    /// Empty the queue, and stop immediately.
    case clear
    /// Undo the last edit. Nothing to do without one.
    case undo
    /// Redo the last undone edit. Nothing to do without one, and after another edit.
    case redo
}

/// The continuation after the last sample of a track or of the queue.
public enum RepeatMode: String, Sendable, Hashable, CaseIterable {
    /// Go on to the next entry, and end after the last.
    case off
    /// Play the same entry again.
    case track
    /// Go from the last entry to the first.
    case queue
}
