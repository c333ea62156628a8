/// How urgent an operation is. A more urgent operation overtakes all less urgent ones that wait.
public enum OperationPriority: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Housekeeping that nobody waits for.
    case background
    /// Changes of the queue's content.
    case edit
    /// Next, previous, jump, seek.
    case navigation
    /// Play, pause, resume, replace.
    case playback
    /// Overtakes everything, and cancels what can be cancelled.
    case stop

    /// Whether the left priority is the less urgent one.
    public static func < (left: OperationPriority, right: OperationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Names an operation in log lines, and to `cancel`. Counts up from 1.
public struct OperationID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number, from 1.
    public let rawValue: UInt64

    /// The identity with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Whether the left operation was handed in before the right one.
    public static func < (left: OperationID, right: OperationID) -> Bool { left.rawValue < right.rawValue }

    /// The number as log lines have it: `#12`.
    public var description: String { "#\(rawValue)" }
}
