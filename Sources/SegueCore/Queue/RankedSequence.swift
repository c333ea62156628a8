/// An ordered sequence of entry identities, in blocks of a few hundred. The look-up of an identity by position takes
/// O(log n), and of a position by identity the search of one block. An insertion or removal moves the identities of one
/// block and counts the blocks after it. Either takes a few microseconds in a sequence of 1,000,000. Long runs of
/// identities are inserted as blocks.
struct RankedSequence: Sendable {
    private typealias Block = ContiguousArray<EntryID>

    /// The maximum number of identities in a block.
    private static let blockLimit = 512

    /// The blocks in order; none is empty.
    private var blocks: ContiguousArray<Block> = []
    /// The position of the first identity of each block.
    private var starts: ContiguousArray<Int> = []
    /// A number for each block, which is unchanged when other blocks are inserted or removed before it.
    private var names: ContiguousArray<Int32> = []
    /// The index of the block of each name; -1 for a free name.
    private var indexes: ContiguousArray<Int32> = []
    private var freeNames: [Int32] = []
    /// The name of the block of each identity.
    private var homes = IdentityTable<Int32>()

    init() {}

    /// Creates a sequence of distinct identities. O(n).
    init(_ ids: some Collection<EntryID>) {
        insertBlocks(of: Block(ids)[...], at: 0)
        count(from: 0)
    }

    var count: Int { homes.count }

    /// Returns the position of `id`, from 0; nil if it is not in the sequence.
    func rank(of id: EntryID) -> Int? {
        guard let (block, offset) = place(of: id) else { return nil }
        return starts[block] + offset
    }

    private func place(of id: EntryID) -> (block: Int, offset: Int)? {
        guard let name = homes[id] else { return nil }
        let block = Int(indexes[Int(name)])
        guard let offset = blocks[block].firstIndex(of: id) else { preconditionFailure("\(id) is not in its block") }
        return (block, offset)
    }

    /// Returns the place of the identity at this position, or of the end.
    private func place(at rank: Int) -> (block: Int, offset: Int) {
        var (low, high) = (0, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= rank { low = middle } else { high = middle }
        }
        return blocks.isEmpty ? (0, 0) : (low, rank - starts[low])
    }

    /// The identity at `rank`; nil outside 0..<count.
    subscript(rank: Int) -> EntryID? {
        guard rank >= 0, rank < count else { return nil }
        let (block, offset) = place(at: rank)
        return blocks[block][offset]
    }

    /// Returns the identities of `range`, clipped to the sequence, in order: O(log n + length).
    func elements(in range: Range<Int>) -> [EntryID] {
        let clipped = range.clamped(to: 0..<count)
        var result: [EntryID] = []
        result.reserveCapacity(clipped.count)
        var (block, offset) = place(at: clipped.lowerBound)
        while result.count < clipped.count {
            result += blocks[block].dropFirst(offset).prefix(clipped.count - result.count)
            (block, offset) = (block + 1, 0)
        }
        return result
    }

    var all: [EntryID] { elements(in: 0..<count) }

    // MARK: - Insertion

    /// Inserts `id`, which must be new, at position `rank` (0…count).
    mutating func insert(_ id: EntryID, at rank: Int) { insert([id], at: rank) }

    /// Inserts identities, which must be new, so that the first of them has position `rank` (0…count).
    mutating func insert(_ ids: [EntryID], at rank: Int) {
        precondition(rank >= 0 && rank <= count, "position \(rank) is outside 0…\(count)")
        for id in ids { precondition(!homes.contains(id), "entry \(id.rawValue) is in the sequence already") }
        guard !ids.isEmpty else { return }
        let (block, offset) = place(at: rank)
        if !blocks.isEmpty, blocks[block].count + ids.count <= Self.blockLimit {
            blocks[block].insert(contentsOf: ids, at: offset)
            let name = names[block]
            homes.insert(ids, id: { $0 }, value: { _ in name })
        } else if offset == 0 {
            insertBlocks(of: Block(ids)[...], at: block)
        } else {
            let rest = blocks[block][offset...]
            blocks[block].removeSubrange(offset...)
            insertBlocks(of: ids + rest, at: block + 1)
        }
        count(from: block)
    }

    /// Inserts identities, which must be new, so that each has its rank in the result. The ranks must increase; a rank
    /// beyond the end means the end.
    mutating func insert(_ placed: [(id: EntryID, rank: Int)]) {
        guard placed.count >= count / 16 else {
            for (id, rank) in placed { insert(id, at: min(rank, count)) }
            return
        }
        var rest = all[...]
        var order: [EntryID] = []
        order.reserveCapacity(rest.count + placed.count)
        for (id, rank) in placed {
            let before = rest.prefix(max(0, rank - order.count))
            order += before
            order.append(id)
            rest = rest.dropFirst(before.count)
        }
        self = RankedSequence(order + rest)
    }

    /// Inserts blocks of these identities, half full, so that there is room in them.
    private mutating func insertBlocks(of ids: some RandomAccessCollection<EntryID>, at index: Int) {
        var rest = ids[...]
        var new: [Block] = []
        while !rest.isEmpty {
            new.append(Block(rest.prefix(Self.blockLimit / 2)))
            rest = rest.dropFirst(Self.blockLimit / 2)
        }
        let newNames = new.map { block in
            let name = freeNames.popLast() ?? Int32(indexes.count)
            if Int(name) == indexes.count { indexes.append(-1) }
            homes.insert(block, id: { $0 }, value: { _ in name })
            return name
        }
        blocks.insert(contentsOf: new, at: index)
        names.insert(contentsOf: newNames, at: index)
        starts.insert(contentsOf: repeatElement(0, count: new.count), at: index)
        for (place, name) in names.enumerated().dropFirst(index) { indexes[Int(name)] = Int32(place) }
    }

    private mutating func count(from index: Int) {
        var start = index == 0 ? 0 : starts[index - 1] + blocks[index - 1].count
        for block in index..<max(index, blocks.count) {
            starts[block] = start
            start += blocks[block].count
        }
    }

    // MARK: - Removal

    /// Removes `id`; returns false if it was not in the sequence.
    @discardableResult
    mutating func remove(_ id: EntryID) -> Bool {
        guard let (block, offset) = place(of: id) else { return false }
        blocks[block].remove(at: offset)
        homes[id] = nil
        merge(block)
        count(from: max(0, block - 1))
        return true
    }

    /// Merges a block that has become small with a neighbour, and drops an empty one.
    private mutating func merge(_ block: Int) {
        for (left, right) in [(block, block + 1), (block - 1, block)] where left >= 0 && right < blocks.count {
            guard blocks[left].count + blocks[right].count <= Self.blockLimit / 2 else { continue }
            let name = names[left]
            homes.insert(blocks[right], id: { $0 }, value: { _ in name })
            blocks[left] += blocks[right]
            return removeBlock(right)
        }
        if blocks[block].isEmpty { removeBlock(block) }
    }

    private mutating func removeBlock(_ index: Int) {
        indexes[Int(names[index])] = -1
        freeNames.append(names[index])
        blocks.remove(at: index)
        names.remove(at: index)
        starts.remove(at: index)
        for (place, name) in names.enumerated().dropFirst(index) { indexes[Int(name)] = Int32(place) }
    }

    /// Removes identities, which must be in the sequence. O(n) for many.
    mutating func remove(_ gone: Set<EntryID>) {
        guard gone.count >= count / 16 else {
            for id in gone { remove(id) }
            return
        }
        self = RankedSequence(all.filter { !gone.contains($0) })
    }

    // MARK: - Other orders

    /// Returns the same identities in a random order, with `first` at the beginning if it is among them. O(n).
    func shuffled(beginningWith first: EntryID?, using random: inout some RandomNumberGenerator) -> RankedSequence {
        var order = all
        var fixed = 0
        if let first, let rank = rank(of: first) {
            order.swapAt(0, rank)
            fixed = 1
        }
        order[fixed...].shuffle(using: &random)
        return RankedSequence(order)
    }

    /// Returns the same identities in this order; nil if `ids` are not the same. O(n).
    func arranged(_ ids: [EntryID]) -> RankedSequence? {
        guard ids.count == count, ids.allSatisfy(homes.contains) else { return nil }
        let result = RankedSequence(ids)
        return result.count == count ? result : nil
    }
}

extension RankedSequence: Hashable {
    static func == (left: RankedSequence, right: RankedSequence) -> Bool { left.all == right.all }

    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
