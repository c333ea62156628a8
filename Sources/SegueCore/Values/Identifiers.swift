/// The number of one load of one file into one deck. Every event of the audio engine carries the generation of the load
/// that it is about, and the core drops events of generations that it has given up.
public struct LoadGeneration: RawRepresentable, Sendable, Hashable, Comparable {
    /// The number. Later loads have greater ones.
    public let rawValue: UInt64

    /// The load with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Whether the left load was begun before the right one.
    public static func < (left: LoadGeneration, right: LoadGeneration) -> Bool { left.rawValue < right.rawValue }
}

/// The identity of a queue entry. The same file queued twice is two entries; an identity is never used again in
/// the life of a session, and survives reordering.
public struct EntryID: RawRepresentable, Sendable, Hashable, Comparable {
    /// The number that is also in the entry's object path on the bus (design.md, Names).
    public let rawValue: UInt64

    /// The identity with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Whether the left entry was queued before the right one.
    public static func < (left: EntryID, right: EntryID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a caller who waits for the outcome of a command; given back in `Effect.complete`.
public struct CommandTicket: RawRepresentable, Sendable, Hashable {
    /// The number, which whoever gives the command chooses: no two callers who wait may have the same.
    public let rawValue: UInt64

    /// The ticket with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
