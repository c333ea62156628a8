/// An event that the player handles.
public enum Input: Sendable, Hashable {
    /// A request; `ticket` identifies a caller that waits for its outcome (`Effect.complete`).
    case command(Command, ticket: CommandTicket?)
    /// A report of the audio engine.
    case audio(AudioEvent)
    /// A deadline armed by `Effect.arm` has passed. Ignored if the timer was disarmed or moved meanwhile.
    case timer(PlayerTimer)
    /// Tags that were read before playback; nil if they could not be read.
    case metadataRead(EntryID, TrackMetadata?)
    /// The list metadata of some of the files requested by `Effect.readTitles`.
    case titlesRead([MetadataAnswer])
    /// The identity of the content of the file at this URI.
    case identified(String, ContentIdentity)
    /// The answer to `Effect.findMore`: entries to follow the entry that it named. Ignored if that entry is no longer
    /// the last of the queue.
    case moreFound(behind: EntryID, [NewEntry])
    /// An event of the computer on which the player runs.
    case system(SystemEvent)
    /// A client is interested in the audio of the file at this URI.
    case soundRequested(String)
    /// The saved summaries of files that earlier sessions analysed, the most recent last.
    case endsRestored([FileEnds])
    /// The outcome of the analysis of the file at this URI.
    case analysed(String, AnalysisOutcome)
    /// The session of an earlier process. Ignored unless the player is idle with an empty queue.
    case restore(SavedSession)
    /// The playlists on disk, at the start and after every change.
    case playlistsFound(PlaylistCatalog)
}

/// The deadlines of the core. Each is armed at most once at a time; arming again moves it.
public enum PlayerTimer: Sendable, Hashable {
    /// A load exceeds its time limit.
    case loadLimit(LoadGeneration)
    /// The candidate takes long: the next one is opened too.
    case lookAhead
    /// A burst of skips has ended.
    case navigationSettled
    /// A burst of seeks has ended.
    case seekSettled
    /// The progress of a fade is to be announced on the bus, every 100 ms.
    case fadeProgress
    /// Half of the track or 4 minutes were heard: the track counts as played.
    case playCounted
    /// Slow speakers have begun to play the audio that was started.
    case outputHeard
    /// The tags known from loads have waited long enough for the tags that are read from the file.
    case tagsAwaited
    /// The wait for the analysis of a track that is ready is over.
    case soundAwaited
    /// The next track is on the network and is due to be opened.
    case prepareNext
    /// A stream that broke off is due to be reopened.
    case reconnect
    /// The sleep timer has elapsed.
    case sleep
    /// The audio has faded out, or the output is lost, before the computer sleeps.
    case fallAsleep
    /// The output that disappeared may be back.
    case reopenOutput
    /// The requested output, which silence replaces, may be usable.
    case improveOutput
}
