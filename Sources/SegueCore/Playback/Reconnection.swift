/// The attempts to reopen a stream whose connection broke off.
struct Reconnection: Sendable {
    private struct Break: Sendable {
        var id: EntryID
        var occurrence: UInt32
        /// The position of the first break. A break far enough after this position begins a new count.
        var place: MediaTime
        var attempts = 0
    }

    private var lastBreak: Break?

    /// Records that the stream of `entry` broke off at `place`.
    mutating func breakOff(_ entry: QueueEntry, at place: MediaTime) {
        if let former = lastBreak, former.id == entry.id, former.occurrence == entry.occurrence,
            place - former.place < Timing.reconnectionProof
        {
            return
        }
        lastBreak = Break(id: entry.id, occurrence: entry.occurrence, place: place)
    }

    /// Resets the count of attempts, after a command of the user.
    mutating func beginAnew() { lastBreak?.attempts = 0 }
    mutating func countAttempt() { lastBreak?.attempts += 1 }
    mutating func giveUp() { lastBreak = nil }

    /// True if a stream has broken off.
    var isUnderWay: Bool { lastBreak != nil }

    /// The delay before the next attempt; nil if no attempts are left.
    var delay: MediaTime? {
        guard let lastBreak, lastBreak.attempts < Timing.reconnections.count else { return nil }
        return Timing.reconnections[lastBreak.attempts]
    }
}
