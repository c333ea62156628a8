import CGStreamer
public import SegueCore
import SegueFiles

/// Finds out whether a file can be played, before the file replaces anything.
public enum PlayableTrack {
    /// Seconds that one file may take, where nothing else is said.
    public static let limit = 5

    /// Decodes the beginning of a local file, and returns all that is known of the file; an entry on the network is
    /// returned as it is. Without `artwork` no cover is looked for. What is under suspicion in `record` is not opened.
    /// Blocks for up to `limit` seconds: not for the loop's thread.
    ///
    /// Throws what keeps the file from being played.
    public static func examine(
        _ entry: NewEntry, artwork: ArtworkCache?, record: OpeningRecord = OpeningRecord(),
        limit: Int = limit
    ) throws(AudioPlayerError) -> NewEntry {
        guard let bytes = FileURI.pathBytes(of: entry.uri) else { return entry }
        try GStreamerLibrary.initialize()
        var examined = entry
        examined.metadata = try TrackProbe(LocalPath(bytes: bytes), record: record, limit: limit).read(artwork: artwork)
            .get()
        return examined
    }
}
