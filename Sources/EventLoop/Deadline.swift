/// One call that the loop makes at a given time. Confined to the loop's thread.
///
/// The loop retains a deadline until it has fired or was cancelled; releasing it does not cancel it.
public final class Deadline {
    /// The time at which the call is due.
    public let time: MonotonicTime
    // Of two deadlines with the same time, the one scheduled first fires first.
    fileprivate let order: UInt64
    fileprivate var action: (() -> Void)?
    fileprivate var position: Int?
    fileprivate weak var queue: DeadlineQueue?

    fileprivate init(time: MonotonicTime, order: UInt64, action: @escaping () -> Void) {
        self.time = time
        self.order = order
        self.action = action
    }

    /// True until the deadline fires or is cancelled.
    public var isPending: Bool { action != nil }

    /// Cancels the call. Does nothing once the deadline has fired or was cancelled.
    public func cancel() {
        action = nil
        queue?.remove(self)
    }

    fileprivate func isBefore(_ other: Deadline) -> Bool {
        (time, order) < (other.time, other.order)
    }
}

/// The pending deadlines, as a binary heap in which each deadline knows its position. A cancelled deadline is removed
/// immediately, and never wakes the loop.
final class DeadlineQueue {
    private var heap: [Deadline] = []
    private var nextOrder: UInt64 = 0

    var earliest: MonotonicTime? { heap.first?.time }

    func insert(at time: MonotonicTime, _ action: @escaping () -> Void) -> Deadline {
        let deadline = Deadline(time: time, order: nextOrder, action: action)
        nextOrder += 1
        deadline.queue = self
        deadline.position = heap.count
        heap.append(deadline)
        moveUp(from: heap.count - 1)
        return deadline
    }

    func remove(_ deadline: Deadline) {
        guard let position = deadline.position else { return }
        deadline.position = nil
        let last = heap.removeLast()
        guard last !== deadline else { return }
        heap[position] = last
        last.position = position
        moveUp(from: position)
        moveDown(from: last.position ?? position)
    }

    /// Fires all deadlines that are due at `now`. Deadlines scheduled by their actions wait for the next call, however
    /// early they are due. A deadline that renews itself can't block the loop.
    func fire(now: MonotonicTime) {
        var due: [Deadline] = []
        while let first = heap.first, first.time <= now {
            remove(first)
            due.append(first)
        }
        for deadline in due {
            let action = deadline.action
            deadline.action = nil
            action?()
        }
    }

    private func moveUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            swapAt(child, parent)
            child = parent
        }
    }

    private func moveDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[first]) {
                first = child
            }
            guard first != parent else { return }
            swapAt(first, parent)
            parent = first
        }
    }

    private func swapAt(_ first: Int, _ second: Int) {
        heap.swapAt(first, second)
        heap[first].position = first
        heap[second].position = second
    }
}
