import SegueCore

/// The known continuation of a load's audio: what follows it, where it is silent, and where it has to wait for a
/// decision. A value.
struct DeckOutlook<Owner: AnyObject & Sendable>: Sendable {
    /// The sample from which the load is silent, and ends; nil if it plays to its own end.
    var silence: Int64?
    /// The sample from which nothing passes until it is decided what follows. Nil in real time, which does not wait.
    var holdSample: Int64?
    /// The transition to the load that follows.
    var armed: ArmedTransition<Owner>?
    /// True if nothing follows the load.
    var playsOut = false
    /// True if the end of the stream waits for a decision.
    var isAsked = false
    /// True if the load ends where its stream has stopped, although that is not the end of the media.
    var isBroken = false

    /// Returns the outlook with which another deck of the same load begins.
    func successor() -> DeckOutlook { DeckOutlook(armed: armed, playsOut: playsOut) }

    /// True if it is decided what happens at the end.
    var isDecided: Bool { playsOut || armed != nil || silence != nil }

    /// Returns true if the block that begins at `sample` has to wait for that decision.
    func holds(_ sample: Int64) -> Bool { !isDecided && holdSample.map { sample >= $0 } ?? false }

    /// Returns the sample at which the next load begins in a block of `length` from `start` on; nil if it does not
    /// begin.
    func due(in length: Int64, from start: Int64, on timeline: Timeline) -> Int64? {
        guard let due = armed?.sample(on: timeline), due < start + length else { return nil }
        return max(due, start)
    }
}
