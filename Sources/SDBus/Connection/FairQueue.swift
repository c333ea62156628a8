/// A queue that takes elements from its owners in turn: an owner with many waiting elements delays no other owner. The
/// order within an owner is kept.
struct FairQueue<Element> {
    /// The waiting elements of one owner.
    private struct Line {
        var elements: [(element: Element, weight: Int)] = []
        var start = 0
        var weight = 0
    }

    private var lines: [String: Line] = [:]
    /// The owners with waiting elements, in the order of their turns; each owner occurs once.
    private var turns: [String] = []
    private var firstTurn = 0
    /// The weight of the waiting elements of all owners.
    private var weight = 0

    var isEmpty: Bool { lines.isEmpty }

    /// Appends an element to the line of its owner. Returns false, and changes nothing, if the owner would exceed
    /// `count` elements. Also returns false if all owners would exceed `weight`, and this one its share of it. So no
    /// owner can take all the room, and many owners together have little more than one.
    mutating func append(
        _ element: Element, of owner: String, weight: Int, within limit: (count: Int, weight: Int)
    ) -> Bool {
        var line = lines[owner] ?? Line()
        let owners = lines.count + (lines[owner] == nil ? 1 : 0)
        guard line.elements.count - line.start < limit.count,
            self.weight + weight <= limit.weight || (line.weight + weight) * owners <= limit.weight
        else { return false }
        line.elements.append((element, weight))
        line.weight += weight
        self.weight += weight
        if lines.updateValue(line, forKey: owner) == nil { turns.append(owner) }
        return true
    }

    /// Removes and returns the element whose turn it is; nil if none waits.
    mutating func next() -> Element? {
        guard firstTurn < turns.count else { return nil }
        let owner = turns[firstTurn]
        firstTurn += 1
        // Removed elements are compacted only occasionally, so that neither list keeps growing.
        if firstTurn > 64, firstTurn * 2 > turns.count {
            turns.removeFirst(firstTurn)
            firstTurn = 0
        }
        guard var line = lines.removeValue(forKey: owner) else {
            preconditionFailure("\(owner) has a turn and no line")
        }
        let (element, weight) = line.elements[line.start]
        line.start += 1
        line.weight -= weight
        self.weight -= weight
        guard line.start < line.elements.count else { return element }
        if line.start > 64, line.start * 2 > line.elements.count {
            line.elements.removeFirst(line.start)
            line.start = 0
        }
        lines[owner] = line
        turns.append(owner)
        return element
    }

    /// Removes all elements.
    mutating func removeAll() {
        self = FairQueue()
    }
}
