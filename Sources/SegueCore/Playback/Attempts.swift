/// The consecutive candidates that could not be played, and the outcome. Navigation and the search for the next track
/// use the same rules (design.md, Navigation).
struct Attempts: Sendable {
    enum Outcome: Sendable {
        case goOn(QueueEntry)
        case giveUp(AudioPlayerError)
    }

    private var failed: Set<EntryID> = []

    /// Counts `candidate` as failed; `following` is the next candidate. A repeated queue can lead back to an entry that
    /// has already failed: then no candidate is left.
    mutating func fail(
        _ candidate: EntryID, with error: AudioPlayerError, following: QueueEntry?
    ) -> Outcome {
        failed.insert(candidate)
        guard let following, !failed.contains(following.id) else { return .giveUp(nothingLeft(error)) }
        guard failed.count < Timing.attempts else {
            return .giveUp(.skipFailed(attempts: failed.count, reason: error.description))
        }
        return .goOn(following)
    }

    /// Returns true if `following` would be tried if `candidate` failed.
    func goOn(past candidate: EntryID, to following: EntryID) -> Bool {
        let failed = failed.union([candidate])
        return !failed.contains(following) && failed.count < Timing.attempts
    }

    private func nothingLeft(_ error: AudioPlayerError) -> AudioPlayerError {
        guard failed.count > 1 else { return .noValidTracksInPlaylist(reason: error.description) }
        return .noValidTracksInPlaylist(
            reason: "None of these \(failed.count) tracks could be played. The last problem: \(error.description)")
    }
}
