import SegueKit

/// The position of the shown track between two readings: it moves with the clock while the player plays.
struct PositionClock: Equatable {
    private var reading = MediaTime.zero
    private var takenAt = MonotonicTime.now
    private(set) var isMoving = false

    /// The position at a moment, never beyond `length`.
    func position(at now: MonotonicTime, length: MediaTime?) -> MediaTime {
        let elapsed = isMoving ? now.nanoseconds(since: takenAt) : 0
        let position = reading + MediaTime(nanoseconds: elapsed)
        return length.map { min(position, $0) } ?? position
    }

    /// Sets the position at a moment.
    mutating func set(_ position: MediaTime, at now: MonotonicTime) {
        reading = position
        takenAt = now
    }

    mutating func setMoving(_ moving: Bool, at now: MonotonicTime) {
        guard moving != isMoving else { return }
        reading = position(at: now, length: nil)
        takenAt = now
        isMoving = moving
    }
}
