/// A navigation to another entry, by the user or by the start of a session, until that entry is heard.
struct Navigation: Sendable {
    enum Kind: Sendable, Equatable {
        /// Next and previous: candidates that can't be played are skipped.
        case skip
        /// To exactly this entry.
        case jump
        /// The track ended or failed, and its successor is still loading.
        case advance
        /// To a new entry that replaces this one, which leaves the queue when the new one is ready.
        case replace(EntryID, MediaTime)
    }

    var kind: Kind
    var candidate: QueueEntry
    /// +1 or -1 in play order.
    var direction: Int
    /// The history place of the candidate.
    var place = History.Place.ahead
    var position = MediaTime.zero
    /// The time for which both tracks play; nil for the duration of a skip.
    var fade: MediaTime?
    var attempts = Attempts()
    var ticket: CommandTicket?
    /// True if the candidate is to play even if nothing was playing.
    var isStarting = false
    /// The time at which the navigation began.
    var begunAt = MediaTime.zero
    /// True if the load waits for the end of a burst of commands.
    var isSettling = false
    /// The entries to try after the candidate; nil for its neighbours in play order.
    var others: [EntryID]?
    /// The number of the edit that inserted the candidate into the queue. The edit is reverted if the candidate can't
    /// be played.
    var edit: UInt64?
}
