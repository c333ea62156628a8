import SegueCore

extension AudioPlayerError {
    /// Nothing is left of what was asked for: for one problem that one, for several an error that names the first of
    /// them.
    init(allOf problems: [AudioPlayerError]) {
        let sentences = problems.prefix(20).map(\.description).joined(separator: " ")
        self =
            problems.count == 1
            ? problems[0]
            : .noValidTracksInPlaylist(reason: sentences.isEmpty ? "nothing was named." : sentences)
    }
}
