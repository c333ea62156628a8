/// The step under way: what came in with the input, and what the step has led to so far.
struct Turn: Sendable {
    let moment: Moment
    /// The state in which the step began.
    let former: PlayerState
    /// Why that state was left; the first cause counts.
    private(set) var cause: String?
    private(set) var effects: [Effect] = []
    /// The position that it has announced last.
    private(set) var toldPosition: MediaTime?
    /// The identities of entries that it put into the queue, in the order given.
    private(set) var inserted: [EntryID] = []

    init(at moment: Moment, from former: PlayerState) {
        self.moment = moment
        self.former = former
    }

    mutating func leave(because cause: String) { self.cause = self.cause ?? cause }
    mutating func add(_ effect: Effect) { effects.append(effect) }
    mutating func tell(_ position: MediaTime) {
        toldPosition = position
        effects.append(.seeked(position))
    }
    mutating func insert(_ ids: [EntryID]) { inserted = ids }
}
