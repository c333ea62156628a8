/// The way to another entry, for a person or for the start of a session, until that entry is heard.
struct Navigation: Sendable {
    enum Kind: Sendable, Equatable {
        /// Next and previous: candidates that can't be played are passed over.
        case skip
        /// To one entry and no other.
        case jump
        /// The track ended or broke, and what follows is still loading.
        case advance
        /// To a new entry in the place of this one, which leaves the queue when the new one is ready.
        case replace(EntryID, MediaTime)
    }

    var kind: Kind
    var candidate: QueueEntry
    /// +1 or -1 in play order.
    var direction: Int
    /// Where the candidate stands in what was heard.
    var place = History.Place.ahead
    var position = MediaTime.zero
    /// How long both tracks are to sound; nil for as long as a skip takes.
    var fade: MediaTime?
    var attempts = Attempts()
    var ticket: CommandTicket?
    /// Whether the candidate is to sound, also where nothing did.
    var isStarting = false
    /// When the candidate was gone to.
    var begunAt = MediaTime.zero
    /// Whether the load waits for the end of a burst of presses.
    var isSettling = false
    /// The entries to try after the candidate; nil for its neighbours in play order.
    var others: [EntryID]?
    /// The number of the edit that put the candidate into the queue, which is taken back if the candidate can't be
    /// played.
    var edit: UInt64?
}
