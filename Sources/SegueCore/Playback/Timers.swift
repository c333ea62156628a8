/// The armed deadlines, each armed at most once.
struct Timers: Sendable {
    private var deadlines: [PlayerTimer: MediaTime] = [:]

    subscript(timer: PlayerTimer) -> MediaTime? { deadlines[timer] }

    /// Arms a timer. Returns false if the timer is already armed for this time.
    mutating func arm(_ timer: PlayerTimer, at time: MediaTime) -> Bool {
        defer { deadlines[timer] = time }
        return deadlines[timer] != time
    }

    /// Disarms a timer. Returns false if the timer was not armed.
    mutating func disarm(_ timer: PlayerTimer) -> Bool { deadlines.removeValue(forKey: timer) != nil }

    /// Disarms a timer that is due. Returns false if the timer was disarmed or moved while its deadline was being
    /// delivered.
    mutating func fire(_ timer: PlayerTimer, at now: MediaTime) -> Bool {
        guard let due = deadlines[timer], due <= now else { return false }
        deadlines[timer] = nil
        return true
    }
}
