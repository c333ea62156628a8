/// A transition that a person sets, or leaves to the player again, until both files have been looked at.
struct PinRequest: Sendable, Equatable {
    /// How many may wait.
    static let limit = 64

    var outgoing: EntryID
    var incoming: EntryID
    /// Nil to leave the transition to the player.
    var shape: TransitionPin.Shape?
    var ticket: CommandTicket?
}
