/// The most recent edits of the queue and of its transitions, and the undone edits (design.md, Undo).
public struct EditHistory: Sendable, Hashable {
    /// The maximum number of edits that can be undone.
    public static let limit = 20
    /// The maximum number of retained entries that are not in the queue. The last edit can be undone even if it exceeds
    /// this.
    static let entryLimit = 100_000

    /// The edits that can be undone, the most recent last.
    public private(set) var done: [UndoableEdit]
    /// The edits that can be redone, the most recent undo last.
    public private(set) var undone: [UndoableEdit]
    private var lastNumber: UInt64

    /// Creates a history from saved edits, or an empty one.
    public init(done: [UndoableEdit] = [], undone: [UndoableEdit] = []) {
        self.done = done.suffix(Self.limit)
        self.undone = undone.suffix(Self.limit)
        lastNumber = (done + undone).map(\.number).max() ?? 0
    }

    /// Restores the edits of an earlier session.
    mutating func restore(_ saved: EditHistory) { self = saved }

    /// Records the reversals of an edit, and returns the edit's number. Undone edits are forgotten.
    @discardableResult
    mutating func note(_ reversals: [QueueReversal], from origin: EditOrigin) -> UInt64 {
        undone = []
        push(reversals, from: origin, to: \.done)
        return lastNumber
    }

    /// Records the reversal of an automatic change that followed from the last edit or from playing. It is undone
    /// together with the last edit.
    mutating func accompany(_ reversal: QueueReversal) {
        undone = []
        guard let last = done.popLast() else { return }
        lastNumber += 1
        done.append(last.joined(by: reversal, as: lastNumber))
    }

    /// Removes and returns the edit to be undone.
    mutating func takeDone() -> UndoableEdit? { done.popLast() }

    /// Removes and returns the edit to be redone.
    mutating func takeUndone() -> UndoableEdit? { undone.popLast() }

    /// Records the reversals of an undo.
    mutating func noteUndo(_ reversals: [QueueReversal], from origin: EditOrigin) {
        push(reversals, from: origin, to: \.undone)
    }

    /// Records the reversals of a redo.
    mutating func noteRedo(_ reversals: [QueueReversal], from origin: EditOrigin) {
        push(reversals, from: origin, to: \.done)
    }

    /// Returns true if nothing was edited or undone since the edit of this number.
    func isLast(_ number: UInt64) -> Bool { done.last?.number == number && undone.isEmpty }

    /// The greatest number of an identity that may come back.
    var lastID: UInt64 { (done + undone).map(\.lastID).max() ?? 0 }

    private mutating func push(
        _ reversals: [QueueReversal], from origin: EditOrigin, to list: WritableKeyPath<EditHistory, [UndoableEdit]>
    ) {
        lastNumber += 1
        self[keyPath: list].append(UndoableEdit(number: lastNumber, reversals: reversals, origin: origin))
        var surplus = max(0, self[keyPath: list].count - Self.limit)
        var weight = self[keyPath: list].dropFirst(surplus).map(\.weight).reduce(0, +)
        while weight > Self.entryLimit, surplus < self[keyPath: list].count - 1 {
            weight -= self[keyPath: list][surplus].weight
            surplus += 1
        }
        self[keyPath: list].removeFirst(surplus)
    }
}
