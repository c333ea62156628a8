/// The content of a queue: the entries, their list order and, under shuffle, their play order.
public struct QueueContent: Sendable, Hashable {
    var entries = IdentityTable<QueueEntry>()
    var listOrder = RankedSequence()
    /// The play order under shuffle; nil without shuffle.
    var shuffledOrder: RankedSequence?

    init() {}

    /// Creates a content from saved values: the entries in list order, and the play order as indexes into them. A
    /// duplicate entry is taken once. A damaged play order is ignored, so that the list order counts.
    public init(entries: [QueueEntry], shuffleOrder: [Int]?) {
        var seen: Set<EntryID> = []
        let whole = entries.filter { seen.insert($0.id).inserted }
        self.entries.insert(whole, id: \.id, value: { $0 })
        listOrder = RankedSequence(whole.map(\.id))
        if let shuffleOrder, shuffleOrder.sorted() == Array(whole.indices) {
            shuffledOrder = RankedSequence(shuffleOrder.map { whole[$0].id })
        }
    }

    /// The number of entries.
    public var count: Int { listOrder.count }

    /// Returns the whole content for the disk: the entries in list order, and the play order as indexes into them.
    /// O(n).
    public func saved() -> (entries: [QueueEntry], shuffleOrder: [Int]?) {
        let ids = listOrder.all
        let ordered = ids.compactMap { entries[$0] }
        guard let shuffledOrder else { return (ordered, nil) }
        let ranks = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        return (ordered, shuffledOrder.all.compactMap { ranks[$0] })
    }

    /// The order in which the entries are played.
    var playOrder: RankedSequence {
        get { shuffledOrder ?? listOrder }
        set { if shuffledOrder == nil { listOrder = newValue } else { shuffledOrder = newValue } }
    }

    /// The greatest number of an identity; 0 without entries. O(n).
    var lastID: UInt64 { entries.last?.rawValue ?? 0 }
}
