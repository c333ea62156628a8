import CGStreamer
public import SegueCore
import SegueFiles

/// Checks whether a file can be played, before the file replaces anything.
public enum PlayableTrack {
    /// The default time limit for one file, in seconds.
    public static let limit = 5

    /// Decodes the beginning of a local file, and returns the entry with the file's metadata; an entry on the network
    /// is returned unchanged. Without `artwork`, no cover is searched for. A file under suspicion in `record` is not
    /// opened. Blocks for up to `limit` seconds: not for the loop's thread.
    ///
    /// Throws the reason why the file can't be played.
    public static func examine(
        _ entry: NewEntry, artwork: ArtworkCache?, record: OpeningRecord = OpeningRecord(),
        limit: Int = limit
    ) throws(AudioPlayerError) -> NewEntry {
        guard let bytes = FileURI.pathBytes(of: entry.uri) else { return entry }
        try GStreamerLibrary.initialize()
        let found = try TrackProbe(LocalPath(bytes: bytes), record: record, limit: limit).read(artwork: artwork).get()
        return NewEntry(uri: entry.uri, metadata: entry.metadata.knowing(found, of: Excerpt(uri: entry.uri)))
    }
}
