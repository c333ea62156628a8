import SegueCore

extension AudioPlayerError {
    /// The error for a request of which nothing is left. For one problem it is that problem; for several, an error that
    /// names the first of them.
    init(allOf problems: [AudioPlayerError]) {
        let sentences = problems.prefix(20).map(\.description).joined(separator: " ")
        self =
            problems.count == 1
            ? problems[0]
            : .noValidTracksInPlaylist(reason: sentences.isEmpty ? "Nothing was named." : sentences)
    }
}
