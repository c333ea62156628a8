/// An ordered sequence of entry identities in which position → identity, identity → position, insertion and removal
/// all take O(log n): a treap with subtree counts and parent links, kept in one array.
///
/// The heap priority of a node is a hash of its identity, so that the same content in the same order is always the
/// same tree, whatever edits led to it, and a copy is one array.
struct RankedSequence: Sendable {
    private struct Node {
        var id: EntryID
        var left: Int32 = -1
        var right: Int32 = -1
        var parent: Int32 = -1
        var count: Int32 = 1
    }

    private var nodes: ContiguousArray<Node> = []
    private var slots: [EntryID: Int32] = [:]
    private var free: [Int32] = []
    private var root: Int32 = -1

    init() {}

    /// O(n). The identities must be distinct.
    init(_ ids: some Collection<EntryID>) {
        nodes.reserveCapacity(ids.count)
        slots.reserveCapacity(ids.count)
        build(ids.map { newSlot($0) })
    }

    /// Makes one tree of these nodes, which have no links yet, in this order. O(n).
    private mutating func build(_ order: [Int32]) {
        root = -1
        // The rightmost path from the root down; a new node goes below the last one of higher priority on it.
        var path: [Int32] = []
        for slot in order {
            var last: Int32 = -1
            while let top = path.last, priority(top) < priority(slot) {
                recount(top)
                last = top
                path.removeLast()
            }
            link(last, asLeftOf: slot)
            if let top = path.last { link(slot, asRightOf: top) } else { root = slot }
            path.append(slot)
        }
        while let top = path.popLast() { recount(top) }
    }

    var count: Int { slots.count }

    /// The position of `id`, from 0; nil if it is not in the sequence.
    func rank(of id: EntryID) -> Int? {
        guard var slot = slots[id] else { return nil }
        var rank = size(nodes[Int(slot)].left)
        while nodes[Int(slot)].parent >= 0 {
            let parent = nodes[Int(slot)].parent
            if nodes[Int(parent)].right == slot { rank += size(nodes[Int(parent)].left) + 1 }
            slot = parent
        }
        return Int(rank)
    }

    /// The identity at `rank`; nil outside 0..<count.
    subscript(rank: Int) -> EntryID? {
        guard rank >= 0, rank < count else { return nil }
        var rest = Int32(rank)
        var slot = root
        while true {
            let node = nodes[Int(slot)]
            let left = size(node.left)
            if rest == left { return node.id }
            if rest < left {
                slot = node.left
            } else {
                rest -= left + 1
                slot = node.right
            }
        }
    }

    /// Puts `id`, which must be new, so that it has position `rank` (0…count).
    mutating func insert(_ id: EntryID, at rank: Int) {
        precondition(rank >= 0 && rank <= count, "position \(rank) is outside 0…\(count)")
        precondition(slots[id] == nil, "entry \(id.rawValue) is in the sequence already")
        let slot = newSlot(id)
        guard root >= 0 else {
            root = slot
            return
        }
        var rest = Int32(rank)
        var parent = root
        while true {
            nodes[Int(parent)].count += 1
            let left = size(nodes[Int(parent)].left)
            if rest <= left {
                if nodes[Int(parent)].left < 0 {
                    link(slot, asLeftOf: parent)
                    break
                }
                parent = nodes[Int(parent)].left
            } else {
                rest -= left + 1
                if nodes[Int(parent)].right < 0 {
                    link(slot, asRightOf: parent)
                    break
                }
                parent = nodes[Int(parent)].right
            }
        }
        while nodes[Int(slot)].parent >= 0, priority(nodes[Int(slot)].parent) < priority(slot) { rotateUp(slot) }
    }

    /// Puts identities, which must be new, so that the first of them has position `rank` (0…count). O(m log n) for a
    /// few, O(n + m) for many.
    mutating func insert(_ ids: [EntryID], at rank: Int) {
        if ids.count < count / 16 {
            for (offset, id) in ids.enumerated() { insert(id, at: rank + offset) }
        } else {
            self = RankedSequence(elements(in: 0..<rank) + ids + elements(in: rank..<count))
        }
    }

    /// Puts identities, which must be new, each so that it has its rank in the end. The ranks go up; one beyond the end
    /// is the end. O(m log n) for a few, O(n + m) for many.
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

    /// The same identities in a random order, with `first` at the beginning if it is among them. O(n), and none of them
    /// is looked up.
    func shuffled(beginningWith first: EntryID?, using random: inout some RandomNumberGenerator) -> RankedSequence {
        var order = slots(in: 0..<count)
        var fixed = 0
        if let first, let rank = rank(of: first) {
            order.swapAt(0, rank)
            fixed = 1
        }
        order[fixed...].shuffle(using: &random)
        return arranged(order)
    }

    /// The same identities in this order; nil if `ids` are not the same. O(n).
    func arranged(_ ids: [EntryID]) -> RankedSequence? {
        guard ids.count == count else { return nil }
        var isPlaced = [Bool](repeating: false, count: nodes.count)
        var order: [Int32] = []
        order.reserveCapacity(count)
        for id in ids {
            guard let slot = slots[id], !isPlaced[Int(slot)] else { return nil }
            isPlaced[Int(slot)] = true
            order.append(slot)
        }
        return arranged(order)
    }

    private func arranged(_ order: [Int32]) -> RankedSequence {
        var result = self
        for slot in order { result.nodes[Int(slot)] = Node(id: nodes[Int(slot)].id) }
        result.build(order)
        return result
    }

    /// Takes `id` out; false if it was not there.
    @discardableResult
    mutating func remove(_ id: EntryID) -> Bool {
        guard let slot = slots.removeValue(forKey: id) else { return false }
        while true {
            let node = nodes[Int(slot)]
            if node.left < 0 && node.right < 0 { break }
            if node.right < 0 || (node.left >= 0 && priority(node.left) > priority(node.right)) {
                rotateUp(node.left)
            } else {
                rotateUp(node.right)
            }
        }
        var parent = nodes[Int(slot)].parent
        if parent < 0 {
            root = -1
        } else if nodes[Int(parent)].left == slot {
            nodes[Int(parent)].left = -1
        } else {
            nodes[Int(parent)].right = -1
        }
        while parent >= 0 {
            nodes[Int(parent)].count -= 1
            parent = nodes[Int(parent)].parent
        }
        free.append(slot)
        return true
    }

    /// Takes out identities that are there. O(m log n) for a few, O(n) for many.
    mutating func remove(_ gone: Set<EntryID>) {
        guard gone.count >= count / 16 else {
            for id in gone { remove(id) }
            return
        }
        self = RankedSequence(all.filter { !gone.contains($0) })
    }

    /// The identities of `range`, clipped to the sequence, in order: O(log n + length).
    func elements(in range: Range<Int>) -> [EntryID] { slots(in: range).map { nodes[Int($0)].id } }

    private func slots(in range: Range<Int>) -> [Int32] {
        let clipped = range.clamped(to: 0..<count)
        guard let first = self[clipped.lowerBound], !clipped.isEmpty, var slot = slots[first] else { return [] }
        var result: [Int32] = []
        result.reserveCapacity(clipped.count)
        while slot >= 0, result.count < clipped.count {
            result.append(slot)
            slot = successor(of: slot)
        }
        return result
    }

    var all: [EntryID] { elements(in: 0..<count) }

    private func successor(of slot: Int32) -> Int32 {
        var node = nodes[Int(slot)].right
        if node >= 0 {
            while nodes[Int(node)].left >= 0 { node = nodes[Int(node)].left }
            return node
        }
        var child = slot
        node = nodes[Int(slot)].parent
        while node >= 0, nodes[Int(node)].right == child {
            child = node
            node = nodes[Int(node)].parent
        }
        return node
    }

    private func priority(_ slot: Int32) -> UInt64 {
        var z = nodes[Int(slot)].id.rawValue &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private func size(_ slot: Int32) -> Int32 { slot < 0 ? 0 : nodes[Int(slot)].count }

    private mutating func recount(_ slot: Int32) {
        nodes[Int(slot)].count = size(nodes[Int(slot)].left) + size(nodes[Int(slot)].right) + 1
    }

    private mutating func newSlot(_ id: EntryID) -> Int32 {
        let slot: Int32
        if let reused = free.popLast() {
            slot = reused
            nodes[Int(slot)] = Node(id: id)
        } else {
            slot = Int32(nodes.count)
            nodes.append(Node(id: id))
        }
        slots[id] = slot
        return slot
    }

    private mutating func link(_ child: Int32, asLeftOf parent: Int32) {
        nodes[Int(parent)].left = child
        if child >= 0 { nodes[Int(child)].parent = parent }
    }

    private mutating func link(_ child: Int32, asRightOf parent: Int32) {
        nodes[Int(parent)].right = child
        if child >= 0 { nodes[Int(child)].parent = parent }
    }

    private mutating func rotateUp(_ slot: Int32) {
        let parent = nodes[Int(slot)].parent
        let grandparent = nodes[Int(parent)].parent
        if nodes[Int(parent)].left == slot {
            link(nodes[Int(slot)].right, asLeftOf: parent)
            link(parent, asRightOf: slot)
        } else {
            link(nodes[Int(slot)].left, asRightOf: parent)
            link(parent, asLeftOf: slot)
        }
        nodes[Int(slot)].parent = grandparent
        if grandparent < 0 {
            root = slot
        } else if nodes[Int(grandparent)].left == parent {
            nodes[Int(grandparent)].left = slot
        } else {
            nodes[Int(grandparent)].right = slot
        }
        recount(parent)
        recount(slot)
    }
}

extension RankedSequence: Hashable {
    static func == (left: RankedSequence, right: RankedSequence) -> Bool { left.all == right.all }

    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
