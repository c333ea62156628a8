/// Where a person, or the start of a session, goes; not there yet.
struct Navigation: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Next and previous: candidates that can't be played are passed over.
        case skip
        /// One entry and no other.
        case jump
        /// The track ended or broke, and what follows is still loading.
        case advance
        /// In the place of this entry, which leaves the queue when the new one is ready.
        case replace(EntryID, MediaTime)
    }

    var kind: Kind
    var candidate: QueueEntry
    /// +1 or -1 in play order.
    var direction: Int
    /// Where the candidate stands in what was heard.
    var place = History.Place.ahead
    var position = MediaTime.zero
    var attempts = 0
    var ticket: CommandTicket?
    /// Waits for a burst of presses to end.
    var isSettling = false
    /// Comes back if nothing of what took its place can be played.
    var former: FormerQueue?
}
