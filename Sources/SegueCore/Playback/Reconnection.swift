/// The attempts to open a stream again that broke off.
struct Reconnection: Sendable {
    private struct Break: Sendable {
        var id: EntryID
        var occurrence: UInt32
        /// Where it broke off first; far enough behind that the count starts anew.
        var place: MediaTime
        var attempts = 0
    }

    private var lastBreak: Break?

    /// It broke off at `place`.
    mutating func breakOff(_ entry: QueueEntry, at place: MediaTime) {
        if let former = lastBreak, former.id == entry.id, former.occurrence == entry.occurrence,
            place - former.place < Timing.reconnectionProof
        {
            return
        }
        lastBreak = Break(id: entry.id, occurrence: entry.occurrence, place: place)
    }

    /// A person did something meanwhile: that is worth as many attempts again.
    mutating func beginAnew() { lastBreak?.attempts = 0 }
    mutating func countAttempt() { lastBreak?.attempts += 1 }
    mutating func giveUp() { lastBreak = nil }

    /// Whether anything has broken off.
    var isUnderWay: Bool { lastBreak != nil }

    /// How long before the next attempt; nil when there were enough.
    var delay: MediaTime? {
        guard let lastBreak, lastBreak.attempts < Timing.reconnections.count else { return nil }
        return Timing.reconnections[lastBreak.attempts]
    }
}
