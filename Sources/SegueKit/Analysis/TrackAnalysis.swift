import SegueAudio
public import SegueCore
import SegueFiles

/// Measures the audio of files: the facts that transitions and loudness are based on (design.md, Facts).
///
///     let facts = try TrackAnalysis(of: "/music/First Light.flac").run().facts
///
/// An analysis decodes the whole file and blocks meanwhile, for some hundredths of the length of the music. If decoding
/// a file crashes the process, it ends the program. A program that can't accept that runs `segue analyse --json
/// --curves` and reads the line with `TrackFacts(json:)`.
public struct TrackAnalysis: Sendable {
    private let analysis: SoundAnalysis

    /// Creates an analysis of the file at a path, relative to the working directory of the process, or at a `file:`
    /// URI.
    public init(of location: String) {
        analysis = SoundAnalysis(uri: MediaOpener.uri(of: location, in: FileAccess.workingDirectory))
    }

    /// Decodes and measures the file, on the calling thread. `progress` is called a few times a second with the
    /// completed part, 0…1.
    ///
    /// Throws the reason why the file can't be decoded to its end.
    public func run(progress: (Double) -> Void = { _ in }) throws(AudioPlayerError) -> AnalysedTrack {
        try analysis.run(progress: progress)
    }

    /// Decodes and measures the beginning and the end of a long file, on the calling thread. A transition is planned
    /// from these facts until the whole file has been measured. Nil for a file that is too short for them to be of use.
    public func runEnds() -> TrackFacts? { analysis.measureEnds() }

    /// Cancels an analysis that is under way, or one that starts later, so that it fails soon. From any thread.
    public func cancel() { analysis.cancel() }

    /// Returns the files at `locations` in the order in which they would be played, and the reason for each location
    /// that gave no file. A location may be a file, a folder with everything in it, or a playlist. Blocks during the
    /// search.
    public static func files(
        at locations: [String], progress: @escaping (ScanProgress) -> Void = { _ in }
    ) -> (uris: [String], problems: [AudioPlayerError]) {
        let (entries, problems) = MediaScan.expand(
            locations, workingDirectory: FileAccess.workingDirectory, progress: progress)
        return (entries.map(\.uri), problems)
    }
}
