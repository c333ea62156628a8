import SegueCore

/// What is known of how a load's sound goes on: what follows it, where it is silent, and where it has to wait to know.
/// A value.
struct DeckOutlook<Owner: AnyObject & Sendable>: Sendable {
    /// The load is silent from here on, and ends; nil where it goes on to its own end.
    var silence: Int64?
    /// From here on nothing passes as long as it is not known what follows. Nil in real time, which does not wait.
    var holdSample: Int64?
    /// What follows it.
    var armed: ArmedTransition<Owner>?
    /// Nothing follows it.
    var playsOut = false
    /// The end of the stream waits for a decision.
    var isAsked = false

    /// What another one for the same load begins with.
    func successor() -> DeckOutlook { DeckOutlook(armed: armed, playsOut: playsOut) }

    /// Whether it is known what happens at the end.
    var isDecided: Bool { playsOut || armed != nil || silence != nil }

    /// Whether what begins at `sample` has to wait until that is known.
    func holds(_ sample: Int64) -> Bool { !isDecided && holdSample.map { sample >= $0 } ?? false }

    /// The sample at which what follows begins in a block of `length` from `start` on, if it does.
    func due(in length: Int64, from start: Int64, on timeline: Timeline) -> Int64? {
        guard let due = armed?.sample(on: timeline), due < start + length else { return nil }
        return max(due, start)
    }
}
