import SegueCore

/// What is known of how a load's sound goes on: what follows it, where it is silent, and where it has to wait to know.
/// A value.
struct DeckOutlook<Owner: AnyObject & Sendable>: Sendable {
    /// The load is silent from here on, and ends; nil when it goes on to its own end.
    var silence: Int64?
    /// From here on nothing passes until it is known what follows. Nil in real time, which does not wait.
    var holdSample: Int64?
    /// The transition to what follows.
    var armed: ArmedTransition<Owner>?
    /// Nothing follows the load.
    var playsOut = false
    /// The end of the stream waits for a decision.
    var isAsked = false

    /// The outlook that another deck of the same load begins with.
    func successor() -> DeckOutlook { DeckOutlook(armed: armed, playsOut: playsOut) }

    /// Whether it is known what happens at the end.
    var isDecided: Bool { playsOut || armed != nil || silence != nil }

    /// Whether the block that begins at `sample` has to wait until that is known.
    func holds(_ sample: Int64) -> Bool { !isDecided && holdSample.map { sample >= $0 } ?? false }

    /// The sample at which the next load begins in a block of `length` from `start` on; nil if it does not.
    func due(in length: Int64, from start: Int64, on timeline: Timeline) -> Int64? {
        guard let due = armed?.sample(on: timeline), due < start + length else { return nil }
        return max(due, start)
    }
}
