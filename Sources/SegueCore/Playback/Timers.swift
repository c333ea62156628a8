/// The deadlines that are armed, each at most once.
struct Timers: Sendable {
    private var deadlines: [PlayerTimer: MediaTime] = [:]

    subscript(timer: PlayerTimer) -> MediaTime? { deadlines[timer] }

    /// False when it was armed for just that time.
    mutating func arm(_ timer: PlayerTimer, at time: MediaTime) -> Bool {
        defer { deadlines[timer] = time }
        return deadlines[timer] != time
    }

    /// False when it was not armed.
    mutating func disarm(_ timer: PlayerTimer) -> Bool { deadlines.removeValue(forKey: timer) != nil }

    /// It is due: it is not armed any more. False where it was disarmed or moved while its deadline was on the way.
    mutating func fire(_ timer: PlayerTimer, at now: MediaTime) -> Bool {
        guard let due = deadlines[timer], due <= now else { return false }
        deadlines[timer] = nil
        return true
    }
}
