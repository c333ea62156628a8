/// A counter of the time until the playing track counts as played. The track counts once half of it or 4 minutes were
/// heard, in any part.
struct PlayCounter: Sendable {
    /// A change of the deadline at which the track counts as played.
    enum Deadline: Sendable, Equatable {
        case none
        case at(MediaTime)
    }

    private struct Count: Sendable {
        var id: EntryID
        var occurrence: UInt32
        var remaining: MediaTime
        /// The start of the audio that is being counted; nil while nothing is counted.
        var since: MediaTime?
        var isCounted = false
    }

    private var count: Count?
    /// A completed play that has not been reported yet.
    private(set) var held: HeldPlay?

    /// Forgets the count, since nothing plays any more.
    mutating func forget() { count = nil }

    /// Follows the playing load, if there is one; `isHeard` is true while it is audible. Returns the changes of the
    /// deadline.
    mutating func follow(_ load: Load?, isHeard: Bool, at now: MediaTime) -> [Deadline] {
        guard let load else {
            count = nil
            return [.none]
        }
        var deadlines: [Deadline] = []
        if count?.id != load.entry.id || count?.occurrence != load.entry.occurrence {
            let half = load.duration?.half ?? Timing.longestPlayCount
            count = Count(
                id: load.entry.id, occurrence: load.entry.occurrence, remaining: min(half, Timing.longestPlayCount))
            deadlines.append(.none)
        }
        guard var count, !count.isCounted else { return deadlines }
        switch (count.since, isHeard) {
        case (nil, true):
            count.since = now
            deadlines.append(.at(now + count.remaining))
        case (let since?, false):
            count.remaining = max(count.remaining - (now - since), .zero)
            count.since = nil
            deadlines.append(.none)
        case (nil, false), (_?, true): break
        }
        self.count = count
        return deadlines
    }

    /// Records that enough of this entry was heard. Returns false if another one is being counted.
    mutating func complete(_ id: EntryID) -> Bool {
        guard count?.id == id else { return false }
        count?.isCounted = true
        return true
    }

    mutating func hold(_ play: HeldPlay) { held = play }

    /// Returns the play that can be reported because its track is no longer shown, or is shown again.
    mutating func release(showing shown: QueueEntry?) -> HeldPlay? {
        guard let play = held, shown?.isSameOccurrence(as: play.entry) != true else { return nil }
        held = nil
        return play
    }
}

/// A completed play. It is not reported before its track is no longer shown: some clients take every change of the
/// metadata for a new track.
struct HeldPlay: Sendable, Equatable {
    var entry: QueueEntry
    /// All entries of the file, looked up when the play counted: a skip has no time for that.
    var ids: [EntryID]
    var count: Int32
    var date: String
}
