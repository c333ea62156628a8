/// Everything that can happen to the player.
public enum Input: Sendable, Hashable {
    /// A request; `ticket` names a caller who waits for its outcome (`Effect.complete`).
    case command(Command, ticket: CommandTicket?)
    /// The audio engine reports what has happened to the sound.
    case audio(AudioEvent)
    /// A deadline that `Effect.arm` asked for has come. Ignored if the timer was disarmed or moved meanwhile.
    case timer(PlayerTimer)
    /// Tags that were read ahead of playing, or why they could not be.
    case metadataRead(EntryID, TrackMetadata?)
    /// What lists show of some of the files that `Effect.readTitles` asked for.
    case titlesRead([MetadataAnswer])
    /// What the file at this URI holds.
    case identified(String, ContentIdentity)
    /// The answer to `Effect.findMore`: entries behind the one that it named. Ignored if the queue no longer ends
    /// there.
    case moreFound(behind: EntryID, [NewEntry])
    /// The computer that the player runs on has news.
    case system(SystemEvent)
    /// The sound of the file at this URI is of interest to a client.
    case soundRequested(String)
    /// The saved summaries of files that earlier sessions analysed, the most recent last.
    case endsRestored([FileEnds])
    /// What came of the analysis of the file at this URI.
    case analysed(String, AnalysisOutcome)
    /// The session of an earlier player. Ignored unless the player is idle with an empty queue.
    case restore(SavedSession)
    /// The playlists on disk, at the start and after every change of them.
    case playlistsFound(PlaylistCatalog)
}

/// The deadlines that the core asks for. Each is armed at most once at a time; arming again moves it.
public enum PlayerTimer: Sendable, Hashable {
    /// A load takes too long.
    case loadLimit(LoadGeneration)
    /// The candidate takes long: the next one is opened too.
    case lookAhead
    /// A burst of skips has come to rest.
    case navigationSettled
    /// A burst of seeks has come to rest.
    case seekSettled
    /// The progress of a fade is due on the bus, as it is every 100 ms.
    case fadeProgress
    /// Half of the track or 4 minutes were heard: it counts as played.
    case playCounted
    /// The tags that a load knows have waited long enough for those that are read from the file.
    case tagsAwaited
    /// What may be known of the sound of a track that is ready has been waited for long enough.
    case soundAwaited
    /// The next track is on the network, and it is time to open it.
    case prepareNext
    /// A stream that broke off should be opened again.
    case reconnect
    /// The sleep timer is through.
    case sleep
    /// The sound has faded out, or is out, before the computer sleeps.
    case fallAsleep
    /// The output that went away may be back.
    case reopenOutput
}
