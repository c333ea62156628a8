/// The number of one load of one file into one deck. Every event of the audio engine carries the generation of its
/// load, and the core ignores events of discarded generations.
public struct LoadGeneration: RawRepresentable, Sendable, Hashable, Comparable {
    /// The number. Later loads have greater numbers.
    public let rawValue: UInt64

    /// Creates the generation with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Returns true if the left load was begun before the right one.
    public static func < (left: LoadGeneration, right: LoadGeneration) -> Bool { left.rawValue < right.rawValue }
}

/// The identity of a queue entry. The same file queued twice is two entries. An identity is never reused within a
/// session, and survives reordering.
public struct EntryID: RawRepresentable, Sendable, Hashable, Comparable {
    /// The number that is also in the entry's object path on the bus (design.md, Names).
    public let rawValue: UInt64

    /// Creates the identity with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Returns true if the left entry was queued before the right one.
    public static func < (left: EntryID, right: EntryID) -> Bool { left.rawValue < right.rawValue }
}

/// The identity of a caller that waits for the outcome of a command; returned in `Effect.complete`.
public struct CommandTicket: RawRepresentable, Sendable, Hashable {
    /// The number, which the caller chooses: no two waiting callers may have the same.
    public let rawValue: UInt64

    /// Creates the ticket with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
