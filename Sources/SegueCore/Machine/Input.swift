/// Everything that can happen to the player.
public enum Input: Sendable, Hashable {
    /// A request; `ticket` names a caller who waits for its outcome (`Effect.complete`).
    case command(Command, ticket: CommandTicket?)
    case audio(AudioEvent)
    case timer(PlayerTimer)
    /// Tags that were read ahead of playing, or why they could not be.
    case metadataRead(EntryID, TrackMetadata?)
    /// A queue, an order and a position from an earlier life; only right after the start.
    case restore(SavedSession)
    /// The playlists on disk, at the start and after every change of them.
    case playlistsFound(PlaylistCatalog)
}

/// The deadlines that the core asks for. Each is armed at most once at a time; arming again moves it.
public enum PlayerTimer: Sendable, Hashable {
    /// A load takes too long.
    case loadLimit(LoadGeneration)
    /// A burst of skips has come to rest.
    case navigationSettled
    /// A burst of seeks has come to rest.
    case seekSettled
    /// The next 100 ms of a fade's progress are due on the bus.
    case fadeProgress
    /// Half of the track or 4 minutes were heard: it counts as played.
    case playCounted
    /// What a load knows of its track has waited long enough for what is read from the file.
    case tagsAwaited
    /// The next track, on the network, should be opened now.
    case prepareNext
    /// A stream that broke off should be opened again.
    case reconnect
    /// The sleep timer is through.
    case sleep
    /// The output that went away may be back.
    case reopenOutput
}
