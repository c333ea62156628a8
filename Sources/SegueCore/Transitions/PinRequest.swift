/// A transition that a person sets, or leaves to the player again, until both files have been looked at.
struct PinRequest: Sendable, Equatable {
    var outgoing: EntryID
    /// Nil for whatever follows.
    var incoming: EntryID?
    /// Nil to leave the transition to the player.
    var shape: TransitionPin.Shape?
    var ticket: CommandTicket?
}

/// The requests that wait for their files to be looked at.
struct PinRequests: Sendable {
    /// How many may wait.
    static let limit = 64

    private(set) var all: [PinRequest] = []

    /// False when too many wait already.
    mutating func add(_ request: PinRequest) -> Bool {
        guard all.count < Self.limit else { return false }
        all.append(request)
        return true
    }

    mutating func remove(_ request: PinRequest) { all.removeAll { $0 == request } }
}
