import EventLoop
import SegueCore

/// Something to be told when a place on the tape is heard.
enum Milestone: Hashable {
    case started(BegunTransition)
    case finished(BegunTransition)
    case ended(LoadGeneration)
    /// What had come of a stream before its connection broke off has been heard.
    case failed(LoadGeneration, AudioPlayerError)
    /// From here on, a stream describes itself like this.
    case described(LoadGeneration, TrackMetadata)
    /// The change that a person asked for at `pressed`.
    case answered(SoundChange, pressed: MonotonicTime)

    func concerns(_ generation: LoadGeneration) -> Bool {
        switch self {
        case .started(let transition), .finished(let transition): transition.incoming == generation
        case .ended(let ended): ended == generation
        case .failed(let failed, _): failed == generation
        case .described(let described, _): described == generation
        case .answered: false
        }
    }
}

/// Milestones by the place at which they are due.
final class MilestoneQueue {
    private var entries: [(sample: Int64, milestone: Milestone)] = []

    /// The sample at which the next milestone is due.
    var next: Int64? { entries.first?.sample }

    /// Adds a milestone behind those that are due at the same sample.
    func add(_ milestone: Milestone, at sample: Int64) {
        let index = entries.firstIndex { $0.sample > sample } ?? entries.count
        entries.insert((sample, milestone), at: index)
    }

    /// Has the end of this load told at `sample`, and nowhere else.
    func placeEnd(of generation: LoadGeneration, at sample: Int64) {
        removeAll { $0 == .ended(generation) }
        add(.ended(generation), at: sample)
    }

    func removeAll(where condition: (Milestone) -> Bool) {
        entries.removeAll { condition($0.milestone) }
    }

    /// The last description of this load that is still to come.
    func last(of generation: LoadGeneration) -> Milestone? {
        entries.last { if case .described(generation, _) = $0.milestone { true } else { false } }?.milestone
    }

    /// Removes and returns the first milestone that is due by `sample`.
    func take(upTo sample: Int64) -> (milestone: Milestone, sample: Int64)? {
        guard let first = entries.first, first.sample <= sample else { return nil }
        entries.removeFirst()
        return (first.milestone, first.sample)
    }

    /// The transition to this load, if its end has not been heard.
    func pendingTransition(to incoming: LoadGeneration) -> BegunTransition? {
        for entry in entries {
            if case .finished(let transition) = entry.milestone, transition.incoming == incoming { return transition }
        }
        return nil
    }

    /// Whether not even the start of this transition has been told.
    func isAhead(of transition: BegunTransition) -> Bool {
        entries.contains { $0.milestone == .started(transition) }
    }

    /// The transitions whose ends have not been heard, in the order of their ends.
    var transitions: [BegunTransition] {
        entries.compactMap { entry in
            if case .finished(let transition) = entry.milestone { transition } else { nil }
        }
    }
}
