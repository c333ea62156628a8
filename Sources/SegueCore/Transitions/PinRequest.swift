/// A request to set a transition, or to return it to the player, until both files have been identified.
struct PinRequest: Sendable, Equatable {
    var outgoing: EntryID
    /// The incoming entry; nil for any successor.
    var incoming: EntryID?
    /// The shape; nil to return the transition to the player.
    var shape: TransitionPin.Shape?
    var ticket: CommandTicket?
}

/// The requests that wait for their files to be identified.
struct PinRequests: Sendable {
    /// The maximum number of waiting requests.
    static let limit = 64

    private(set) var all: [PinRequest] = []

    /// Adds a request. Returns false if too many are waiting already.
    mutating func add(_ request: PinRequest) -> Bool {
        guard all.count < Self.limit else { return false }
        all.append(request)
        return true
    }

    mutating func remove(_ request: PinRequest) { all.removeAll { $0 == request } }
}
