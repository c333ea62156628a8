import DequeModule

/// What was heard, and the place in it that a person has gone back to: what `previous` goes by (design.md, Navigation).
struct History: Sendable, Equatable {
    /// More entries than anyone goes back to.
    static let limit = 1000

    /// Where an entry stands in what was heard, when a person goes to it.
    enum Place: Sendable, Equatable {
        /// Behind everything that was heard.
        case ahead
        /// Heard before, at this index.
        case heard(Int)
        /// In front of everything that was heard.
        case before
    }

    /// What was heard, the oldest entry first. The last one is what is heard, or was when there was sound.
    private var heard: Deque<EntryID> = []

    /// What is heard, or was when there was sound.
    var last: EntryID? { heard.last }

    /// The entry that was heard before the one that stands at `place`, and where that is: the last one that fits. Nil
    /// if there is none.
    func step(back place: Place, where fits: (EntryID) -> Bool) -> (id: EntryID, place: Place)? {
        let end =
            switch place {
            case .ahead: heard.count
            case .heard(let index): min(index, heard.count)
            case .before: 0
            }
        return heard[..<end].lastIndex(where: fits).map { (heard[$0], .heard($0)) }
    }

    /// `id` is heard, which stood at `place`. What was heard behind that place is forgotten: the way goes on from
    /// there.
    mutating func hear(_ id: EntryID, from place: Place) {
        switch place {
        case .ahead: break
        case .heard(let index): heard.removeSubrange(min(index, heard.count)...)
        case .before: heard.removeAll()
        }
        guard heard.last != id else { return }
        heard.append(id)
        if heard.count > Self.limit { heard.removeFirst() }
    }
}
