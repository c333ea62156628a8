/// The step that is being taken: what came in with it, and what it has led to so far.
struct Turn: Sendable {
    let moment: Moment
    /// The state that it began in, and why it was left: the first cause counts.
    let former: PlayerState
    private(set) var cause: String?
    private(set) var effects: [Effect] = []
    /// The identities of entries that it put into the queue, in the order given.
    private(set) var inserted: [EntryID] = []

    init(at moment: Moment, from former: PlayerState) {
        self.moment = moment
        self.former = former
    }

    mutating func leave(because cause: String) { self.cause = self.cause ?? cause }
    mutating func add(_ effect: Effect) { effects.append(effect) }
    mutating func insert(_ ids: [EntryID]) { inserted = ids }
}
