/// The attempts to open a stream again whose connection broke off.
struct Reconnection: Sendable {
    private struct Break: Sendable {
        var id: EntryID
        var occurrence: UInt32
        /// Where the stream broke off first. A break far enough behind this position begins a new count.
        var place: MediaTime
        var attempts = 0
    }

    private var lastBreak: Break?

    /// The stream of `entry` broke off at `place`.
    mutating func breakOff(_ entry: QueueEntry, at place: MediaTime) {
        if let former = lastBreak, former.id == entry.id, former.occurrence == entry.occurrence,
            place - former.place < Timing.reconnectionProof
        {
            return
        }
        lastBreak = Break(id: entry.id, occurrence: entry.occurrence, place: place)
    }

    /// A person did something meanwhile: all attempts may be made again.
    mutating func beginAnew() { lastBreak?.attempts = 0 }
    mutating func countAttempt() { lastBreak?.attempts += 1 }
    mutating func giveUp() { lastBreak = nil }

    /// Whether anything has broken off.
    var isUnderWay: Bool { lastBreak != nil }

    /// How long until the next attempt; nil when there were enough of them.
    var delay: MediaTime? {
        guard let lastBreak, lastBreak.attempts < Timing.reconnections.count else { return nil }
        return Timing.reconnections[lastBreak.attempts]
    }
}
