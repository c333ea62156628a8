public import DequeModule

/// The most recent steps of the machine, and the first one that is not in the table (design.md, States).
public struct TransitionHistory: Sendable {
    /// The maximum number of steps that are kept.
    public static let limit = 256

    /// The most recent steps, oldest first, at most `limit`.
    public private(set) var steps: Deque<Transition> = []
    /// The first step that is not in the table; nil without one. Later unknown steps may follow from it, and are not
    /// kept here.
    public private(set) var unknown: Transition?

    /// Appends a step. Removes the oldest one beyond the limit.
    mutating func record(_ step: Transition) {
        if unknown == nil, !step.isKnown { unknown = step }
        steps.append(step)
        if steps.count > Self.limit { steps.removeFirst() }
    }
}
