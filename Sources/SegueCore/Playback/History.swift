import DequeModule

/// The history of what was heard, and the position in it to which the user has returned: the basis of `previous`
/// (design.md, Navigation).
struct History: Sendable, Equatable {
    /// The maximum number of entries: more than users go back to.
    static let limit = 1000

    /// The location of an entry in the history, when the user navigates to it.
    enum Place: Sendable, Equatable {
        /// After everything that was heard.
        case ahead
        /// Heard before, at this index.
        case heard(Int)
        /// Before everything that was heard.
        case before
    }

    /// The entries that were heard, the oldest first. The last one is heard now, or was heard most recently.
    private var heard: Deque<EntryID> = []

    /// The entry that is heard now, or was heard most recently.
    var last: EntryID? { heard.last }

    /// Returns the most recent suitable entry before `place`, with its place; nil if there is none.
    func step(back place: Place, where fits: (EntryID) -> Bool) -> (id: EntryID, place: Place)? {
        let end =
            switch place {
            case .ahead: heard.count
            case .heard(let index): min(index, heard.count)
            case .before: 0
            }
        return heard[..<end].lastIndex(where: fits).map { (heard[$0], .heard($0)) }
    }

    /// Records that `id`, located at `place`, is heard. Entries heard after `place` are forgotten: the history
    /// continues from there.
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
