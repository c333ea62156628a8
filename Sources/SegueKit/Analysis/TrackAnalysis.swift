import SegueAudio
public import SegueCore
import SegueFiles

/// Measures the sound of files: what transitions and loudness are decided by (design.md, Facts).
///
///     let facts = try TrackAnalysis(of: "/music/First Light.flac").run().facts
///
/// An analysis decodes the whole file and blocks for as long as that takes, some hundredths of the music's length. A
/// file that ends the process that decodes it ends the program; a program that minds runs `segue analyse --json
/// --curves` and reads the line with `TrackFacts(json:)`.
public struct TrackAnalysis: Sendable {
    private let analysis: SoundAnalysis

    /// An analysis of the file at a path, relative to the working directory of the process, or at a `file:` URI.
    public init(of location: String) {
        analysis = SoundAnalysis(uri: MediaOpener.uri(of: location, in: FileAccess.workingDirectory))
    }

    /// Decodes and measures the file, on the calling thread. `progress` is called a few times a second with the part
    /// that is done, 0…1.
    ///
    /// Throws what keeps the file from being decoded to its end.
    public func run(progress: (Double) -> Void = { _ in }) throws(AudioPlayerError) -> AnalysedTrack {
        try analysis.run(progress: progress)
    }

    /// Decodes and measures the beginning and the end of a long file, on the calling thread: what a transition is
    /// planned by until the whole is known. Nil for a file that is not long enough for that to be of use.
    public func runEnds() -> TrackFacts? { analysis.measureEnds() }

    /// Makes an analysis that is under way, or one that starts later, fail soon. From any thread.
    public func cancel() { analysis.cancel() }

    /// The files at `locations`: files, folders with all that is in them, playlists, in the order in which they would
    /// be played; and the reason for each location that gave nothing. Blocks while it looks.
    public static func files(
        at locations: [String], progress: @escaping (ScanProgress) -> Void = { _ in }
    ) -> (uris: [String], problems: [AudioPlayerError]) {
        let (entries, problems) = MediaScan.expand(
            locations, workingDirectory: FileAccess.workingDirectory, progress: progress)
        return (entries.map(\.uri), problems)
    }
}
