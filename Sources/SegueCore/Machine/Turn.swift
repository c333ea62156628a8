/// The step under way: the clock readings of its input, and its results so far.
struct Turn: Sendable {
    let moment: Moment
    /// The state in which the step began.
    let former: PlayerState
    /// The cause of the change of that state; the first cause counts.
    private(set) var cause: String?
    private(set) var effects: [Effect] = []
    /// The position that was last announced in the step.
    private(set) var toldPosition: MediaTime?
    /// The identities of entries that the step inserted into the queue, in the order given.
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
