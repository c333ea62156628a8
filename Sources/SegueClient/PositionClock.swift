public import EventLoop
public import SegueCore

/// The position of the shown track between two readings: it advances with the clock while the player plays.
public struct PositionClock: Equatable, Sendable {
    private var reading = MediaTime.zero
    private var takenAt = MonotonicTime.now
    public private(set) var isMoving = false

    /// Creates a clock at the start of the track.
    public init() {}

    /// Returns the position at a time, never beyond `length`.
    public func position(at now: MonotonicTime, length: MediaTime?) -> MediaTime {
        let elapsed = isMoving ? now.nanoseconds(since: takenAt) : 0
        let position = reading + MediaTime(nanoseconds: elapsed)
        return length.map { min(position, $0) } ?? position
    }

    /// Sets the position at a time.
    public mutating func set(_ position: MediaTime, at now: MonotonicTime) {
        reading = position
        takenAt = now
    }

    /// Starts or stops the position at a time.
    public mutating func setMoving(_ moving: Bool, at now: MonotonicTime) {
        guard moving != isMoving else { return }
        reading = position(at: now, length: nil)
        takenAt = now
        isMoving = moving
    }
}
