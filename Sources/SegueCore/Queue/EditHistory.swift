/// The last edits of the queue and of its transitions, and those that were taken back (design.md, Undo).
public struct EditHistory: Sendable, Hashable {
    /// How many edits can be taken back.
    public static let limit = 20
    /// How many entries are held that are not in the queue. The last edit can be taken back even if it holds more.
    static let entryLimit = 100_000

    /// What undo takes back, the last edit last.
    public private(set) var done: [UndoableEdit]
    /// What redo takes back, the last undo last.
    public private(set) var undone: [UndoableEdit]
    private var lastNumber: UInt64

    /// A history that was saved, or an empty one.
    public init(done: [UndoableEdit] = [], undone: [UndoableEdit] = []) {
        self.done = done.suffix(Self.limit)
        self.undone = undone.suffix(Self.limit)
        lastNumber = (done + undone).map(\.number).max() ?? 0
    }

    /// Goes on with the edits of an earlier life.
    mutating func restore(_ saved: EditHistory) { self = saved }

    /// Notes what takes an edit back, whose number is the result. What was taken back before is forgotten.
    @discardableResult
    mutating func note(_ reversals: [QueueReversal], from origin: EditOrigin) -> UInt64 {
        undone = []
        push(reversals, from: origin, to: \.done)
        return lastNumber
    }

    /// Notes what takes back a change that nobody asked for, but that followed from the last edit or from playing. It
    /// goes with the last edit.
    mutating func accompany(_ reversal: QueueReversal) {
        undone = []
        guard let last = done.popLast() else { return }
        lastNumber += 1
        done.append(last.joined(by: reversal, as: lastNumber))
    }

    /// Takes out what undo takes back.
    mutating func takeDone() -> UndoableEdit? { done.popLast() }

    /// Takes out what redo takes back.
    mutating func takeUndone() -> UndoableEdit? { undone.popLast() }

    /// Notes what takes an undo back.
    mutating func noteUndo(_ reversals: [QueueReversal], from origin: EditOrigin) {
        push(reversals, from: origin, to: \.undone)
    }

    /// Notes what takes a redo back.
    mutating func noteRedo(_ reversals: [QueueReversal], from origin: EditOrigin) {
        push(reversals, from: origin, to: \.done)
    }

    /// Whether nothing was edited or taken back since the edit of this number.
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
