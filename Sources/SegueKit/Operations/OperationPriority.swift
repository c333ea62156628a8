/// How urgent an operation is; a more urgent one overtakes all that wait with less.
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

    public static func < (left: OperationPriority, right: OperationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Names an operation in log lines, and to `cancel`. Counts up from 1.
public struct OperationID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: OperationID, right: OperationID) -> Bool { left.rawValue < right.rawValue }

    public var description: String { "#\(rawValue)" }
}
