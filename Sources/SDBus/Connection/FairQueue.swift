/// Elements that wait for their turn, taken from one owner after the other: an owner with many waiting holds nobody
/// else up. Within an owner the order stays.
struct FairQueue<Element> {
    /// What waits of one owner.
    private struct Line {
        var elements: [(element: Element, weight: Int)] = []
        var start = 0
        var weight = 0
    }

    private var lines: [String: Line] = [:]
    /// The owners that have something waiting, in the order of their turns; each owner is in it once.
    private var turns: [String] = []
    private var firstTurn = 0
    /// What waits of all owners.
    private var weight = 0

    var isEmpty: Bool { lines.isEmpty }

    /// Adds an element behind those of its owner. False, and nothing happens, when the owner would then have more than
    /// `count` elements waiting; or when all owners would have more than `weight`, and this one more than its share of
    /// that. So nobody can take all the room from the others, and many owners together have little more than one.
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

    /// Removes and returns the element whose turn it is; nil when none waits.
    mutating func next() -> Element? {
        guard firstTurn < turns.count else { return nil }
        let owner = turns[firstTurn]
        firstTurn += 1
        // Elements are moved only now and then, so that neither list keeps growing with elements that are gone.
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

    /// Lets go of all elements.
    mutating func removeAll() {
        self = FairQueue()
    }
}
