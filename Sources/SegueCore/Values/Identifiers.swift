/// One of the two decks that can sound at the same time (design.md, Glossary).
public enum PlayerNode: String, Sendable, Hashable, CaseIterable {
    case a
    case b

    public var other: PlayerNode { self == .a ? .b : .a }
}

/// The name tag of one load of one file into one deck. Every event of the audio engine carries the generation it
/// belongs to, and the core drops what comes from a generation that it has given up.
public struct LoadGeneration: RawRepresentable, Sendable, Hashable, Comparable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: LoadGeneration, right: LoadGeneration) -> Bool { left.rawValue < right.rawValue }
}

/// The identity of a queue entry. The same file queued twice is two entries; an identity is never used again in
/// the life of a session, and survives reordering.
public struct EntryID: RawRepresentable, Sendable, Hashable, Comparable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: EntryID, right: EntryID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a caller who waits for the outcome of a command; given back in `Effect.complete`.
public struct CommandTicket: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
