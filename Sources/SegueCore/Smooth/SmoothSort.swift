/// The `smooth` sort order: each track follows smoothly from the one before (design.md, Smooth shuffle).
///
/// A greedy nearest-neighbour order, improved by or-opt: runs of up to three tracks move to cheaper places. Runs are
/// not reversed, as 2-opt would do, because the cost of a transition depends on its direction.
struct SmoothSort {
    /// The number of tracks that are ordered together; the time grows with its square.
    static let most = 2000
    /// The limit of improvement passes.
    private static let passes = 3
    /// Steps per unit of cost: integers take a quarter of the memory.
    private static let scale = 1000.0
    /// The least saving for which a run is moved, in steps.
    private static let least = 100

    private let count: Int
    /// The cost of each transition, row by row of the outgoing track.
    private let costs: [UInt16]
    /// The cost of each transition, row by row of the incoming track.
    private let entries: [UInt16]

    private init(_ tracks: [Smoothness.Track], isLevelled: Bool) {
        count = tracks.count
        var costs = [UInt16](repeating: .max, count: count * count)
        var entries = costs
        for row in 0..<count {
            for column in 0..<count where row != column {
                let step = Smoothness(from: tracks[row], to: tracks[column], isLevelled: isLevelled)
                costs[row * count + column] = UInt16(step.cost * Self.scale)
                entries[column * count + row] = costs[row * count + column]
            }
        }
        self.costs = costs
        self.entries = entries
    }

    /// Returns the entries in a smooth order, beginning with the first one. Entries without a summary come last, in
    /// their order.
    static func sorted(_ entries: [QueueEntry], _ ends: (String) -> TrackEnds?, isLevelled: Bool) -> [QueueEntry] {
        guard let first = entries.first else { return [] }
        let rest = entries.dropFirst()
        let known = [first] + rest.filter { ends($0.uri) != nil }
        var ordered: [QueueEntry] = []
        for start in stride(from: 0, to: known.count, by: most) {
            let part = known[start..<min(start + most, known.count)]
            var names = Smoothness.Names()
            let sort = SmoothSort(part.map { names.track($0, ends($0.uri)) }, isLevelled: isLevelled)
            ordered += sort.order().map { part[start + $0] }
        }
        return ordered + rest.filter { ends($0.uri) == nil }
    }

    private func cost(_ last: Int, _ first: Int) -> Int { Int(costs[last * count + first]) }

    private func order() -> [Int] {
        var order = [0]
        order.reserveCapacity(count)
        var left = Array(1..<max(count, 1))
        while let last = order.last, !left.isEmpty {
            var (nearest, least) = (0, Int.max)
            for index in left.indices where cost(last, left[index]) < least {
                (nearest, least) = (index, cost(last, left[index]))
            }
            order.append(left.remove(at: nearest))
        }
        for _ in 0..<Self.passes where !improve(&order) { break }
        return order
    }

    /// Moves each run to its cheapest place. Returns true if any run was moved.
    private func improve(_ order: inout [Int]) -> Bool {
        var isMoved = false
        var joins = joins(of: order)
        for length in 1...3 where length < count {
            for start in 1..<count - length {
                let run = start..<start + length
                let before = order[start - 1]
                let saved = joins[start - 1] + joins[run.upperBound - 1] - cost(before, order[run.upperBound])
                guard saved > Self.least, let gap = place(for: run, of: order, joins, costing: saved - Self.least)
                else { continue }
                let moved = Array(order[run])
                order.removeSubrange(run)
                order.insert(contentsOf: moved, at: (gap > start ? gap - length : gap) + 1)
                joins = self.joins(of: order)
                isMoved = true
            }
        }
        return isMoved
    }

    /// Returns the costs of the transitions between neighbours.
    private func joins(of order: [Int]) -> [Int] { zip(order, order.dropFirst()).map { cost($0, $1) } }

    /// Returns the index after which the run costs least; nil if no place costs less than `limit`.
    private func place(for run: Range<Int>, of order: [Int], _ joins: [Int], costing limit: Int) -> Int? {
        let (first, last) = (order[run.lowerBound], order[run.upperBound - 1])
        let entering = entries[first * count..<(first + 1) * count]
        let leaving = costs[last * count..<(last + 1) * count]
        var (best, place): (Int, Int?) = (limit, nil)
        func search(_ gaps: Range<Int>) {
            for gap in gaps {
                let added =
                    Int(entering[first * count + order[gap]]) + Int(leaving[last * count + order[gap + 1]]) - joins[gap]
                if added < best { (best, place) = (added, gap) }
            }
        }
        search(0..<run.lowerBound - 1)
        search(run.upperBound..<order.count - 1)
        return cost(order[order.count - 1], first) < best ? order.count - 1 : place
    }
}
