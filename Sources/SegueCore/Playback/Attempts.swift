/// The candidates in a row that could not be played, and what follows from that: the same for a navigation and for what
/// comes by itself (design.md, Navigation).
struct Attempts: Sendable {
    enum Outcome: Sendable {
        case goOn(QueueEntry)
        case giveUp(AudioPlayerError)
    }

    private var count = 0

    /// Counts another one, behind which `following` is the next candidate.
    mutating func fail(with error: AudioPlayerError, following: QueueEntry?) -> Outcome {
        count += 1
        guard let following else { return .giveUp(.noValidTracksInPlaylist(reason: error.description)) }
        guard count < Timing.attempts else {
            return .giveUp(.skipFailed(attempts: count, reason: error.description))
        }
        return .goOn(following)
    }
}
