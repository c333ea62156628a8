import SegueCore

extension AudioPlayerError {
    /// Creates the error for a request of which nothing is left. A single problem is returned unchanged; of several
    /// problems, the error names the first ones.
    init(allOf problems: [AudioPlayerError]) {
        let sentences = problems.prefix(20).map(\.description).joined(separator: " ")
        self =
            problems.count == 1
            ? problems[0]
            : .noValidTracksInPlaylist(reason: sentences.isEmpty ? "Nothing was named." : sentences)
    }
}
