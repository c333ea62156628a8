/// What a person, a client or the library asks for (design.md, Commands). Each either takes effect, is answered with
/// «nothing to do», or is refused with a typed error.
public enum Command: Sendable, Hashable {
    /// Resume, or start what is shown. Nothing to do while playing; refused with an empty queue.
    case play
    /// Start this entry now, replacing what plays.
    case playEntry(EntryID)
    case pause
    case toggle
    /// With the configured fade-out while something sounds. The place is kept: `play` goes on there.
    case stop
    /// The same, and back to the start of the track, as MPRIS wants it.
    case stopAndRewind
    /// Fade out over this duration, then stop; during a fade-out 0 ends it, and others are nothing to do.
    case finish(fadeDuration: MediaTime)
    case next
    case previous
    /// Go to this entry, keeping the status: playing stays playing, paused paused, stopped stopped.
    case jump(EntryID)
    /// To this position of the shown track. `track` nil means whichever is shown; another one: nothing to do.
    case seek(to: MediaTime, track: EntryID?)
    /// Relative to where a seek that is under way will end. Past the end: as if the track had ended.
    case seekBy(MediaTime)
    /// Linear; clamped to 0…1.
    case setVolume(Double)
    case setRepeat(RepeatMode)
    case setShuffle(Bool)
    case setConfiguration(Configuration)
    /// Crossfades to this URI while playing, switches silently while paused; duration clamped to 1…30 s.
    case replaceTrack(NewEntry, crossfadeDuration: MediaTime)
    case edit(QueueEdit)
    /// From `failed` back to `idle`, everything unloaded; the queue stays.
    case reset
    case selectOutput(String)
    case sleep(after: MediaTime?)
    /// 0…1, or nil to take the rating away.
    case rate(EntryID, Double?)
}

extension Command {
    /// Whether somebody decides with it what is to sound, or that nothing is.
    var concernsPlayback: Bool {
        switch self {
        case .play, .playEntry, .pause, .toggle, .stop, .stopAndRewind, .finish, .replaceTrack, .reset: true
        case .next, .previous, .jump, .seek, .seekBy, .setVolume, .setRepeat, .setShuffle, .setConfiguration, .edit,
            .selectOutput, .sleep, .rate:
            false
        }
    }

    /// The entry that somebody points at, as opposed to one that its turn comes to.
    public var namedEntry: EntryID? {
        switch self {
        case .playEntry(let id), .jump(let id): id
        case .play, .pause, .toggle, .stop, .stopAndRewind, .finish, .next, .previous, .seek, .seekBy, .setVolume,
            .setRepeat, .setShuffle, .setConfiguration, .replaceTrack, .edit, .reset, .selectOutput, .sleep, .rate:
            nil
        }
    }
}

/// A file or stream on its way into the queue.
public struct NewEntry: Sendable, Hashable {
    /// An absolute, percent-encoded URI.
    public var uri: String
    public var metadata: TrackMetadata

    public init(uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.uri = uri
        self.metadata = metadata
    }
}

/// Where new entries go in play order.
public enum QueuePlace: Sendable, Hashable {
    case first
    case last
    /// Behind this entry; at the end if there is no such entry.
    case after(EntryID)
    /// Behind the entry that is shown; at the end if none is.
    case next
}

/// Changes of the queue's content. Entries keep their identity through all of them.
public enum QueueEdit: Sendable, Hashable {
    /// `play`: go to the first of them at once, and sound.
    case insert([NewEntry], at: QueuePlace, play: Bool)
    /// Everything else goes; with `play` the first sounds, without it the player stops at it.
    /// `playlist`: whose content this is.
    case replace([NewEntry], play: Bool, playlist: PlaylistID? = nil)
    case remove([EntryID])
    case move(EntryID, to: QueuePlace)
    case clear
}

/// What happens after the last sample of a track or of the queue.
public enum RepeatMode: String, Sendable, Hashable, CaseIterable {
    case off
    case track
    case queue
}
