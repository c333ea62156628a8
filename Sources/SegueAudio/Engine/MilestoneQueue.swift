import EventLoop
import SegueCore

/// Something to be done or told when a sample of the timeline is heard.
enum Milestone: Hashable {
    case started(BegunTransition)
    case finished(BegunTransition)
    case ended(LoadGeneration)
    /// What passed the gate before it closed is through.
    case drained
    /// Nothing came that the gate could have closed behind.
    case starved

    func concerns(_ generation: LoadGeneration) -> Bool {
        switch self {
        case .started(let transition), .finished(let transition):
            transition.incoming == generation
        case .ended(let ended): ended == generation
        case .drained, .starved: false
        }
    }
}

/// Milestones by the sample at which they are due, and the one deadline for the earliest of them.
final class MilestoneQueue {
    private let loop: EventLoop
    private var entries: [(sample: Int64, milestone: Milestone)] = []
    private var deadline: Deadline?

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// The sample at which the next is due.
    var next: Int64? { entries.first?.sample }

    /// Behind those that are due at the same sample.
    func add(_ milestone: Milestone, at sample: Int64) {
        let index = entries.firstIndex { $0.sample > sample } ?? entries.count
        entries.insert((sample, milestone), at: index)
    }

    func removeAll(where condition: (Milestone) -> Bool) {
        entries.removeAll { condition($0.milestone) }
        if entries.isEmpty { disarm() }
    }

    /// Takes the first one out that is due by `sample`.
    func take(upTo sample: Int64) -> (milestone: Milestone, sample: Int64)? {
        guard let first = entries.first, first.sample <= sample else { return nil }
        entries.removeFirst()
        return (first.milestone, first.sample)
    }

    /// The transition to this load whose end has not been heard.
    func pendingTransition(to incoming: LoadGeneration) -> BegunTransition? {
        for entry in entries {
            if case .finished(let transition) = entry.milestone, transition.incoming == incoming { return transition }
        }
        return nil
    }

    /// The transition that this load takes part in, on whichever side, and whose end has not been heard.
    func pendingTransition(of generation: LoadGeneration) -> BegunTransition? {
        for entry in entries {
            if case .finished(let transition) = entry.milestone,
                [transition.incoming, transition.outgoing].contains(generation)
            {
                return transition
            }
        }
        return nil
    }

    /// The transitions that have not been heard to their end: those of which something has been heard, and the others.
    var transitions: (heard: [BegunTransition], unheard: [BegunTransition]) {
        var unheard: [BegunTransition] = []
        var heard: [BegunTransition] = []
        for entry in entries {
            switch entry.milestone {
            case .started(let transition): unheard.append(transition)
            case .finished(let transition):
                if !unheard.contains(where: { $0.incoming == transition.incoming }) { heard.append(transition) }
            case .ended, .drained, .starved: break
            }
        }
        return (heard, unheard)
    }

    /// Calls `action` after this time; takes the place of an earlier call that is still to come.
    func arm(after distance: MediaTime, _ action: @escaping () -> Void) {
        deadline?.cancel()
        // Half a millisecond later than computed, so that the clock has surely passed the sample.
        let time = MonotonicTime.now.advanced(byNanoseconds: distance.nanoseconds + 500_000)
        deadline = loop.schedule(at: time, action)
    }

    func disarm() {
        deadline?.cancel()
        deadline = nil
    }
}
