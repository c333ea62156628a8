import CGStreamer
public import SegueCore
import SegueFiles

/// Whether a file can be played, found out before anything is replaced by it.
public enum PlayableTrack {
    /// Decodes the beginning of a local file and gives all that is known of it; an entry on the network is taken as it
    /// is. Without `artwork` no cover is looked for. What is under suspicion in `record` is not opened. Blocks for up
    /// to 5 s: not for the loop's thread.
    ///
    /// Throws what keeps the file from being played.
    public static func examine(
        _ entry: NewEntry, artwork: ArtworkCache?, record: OpeningRecord = OpeningRecord()
    ) throws(AudioPlayerError) -> NewEntry {
        guard let bytes = FileURI.pathBytes(of: entry.uri) else { return entry }
        try GStreamerLibrary.initialize()
        var examined = entry
        examined.metadata = try TrackProbe(LocalPath(bytes: bytes), record: record).read(artwork: artwork).get()
        return examined
    }
}
