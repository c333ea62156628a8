/// What a person, or the start of a session, wants and does not have yet: another track, or another place in the one
/// that plays, and whether it is to be heard.
struct Pursuit: Sendable {
    private(set) var navigation: Navigation?
    private(set) var seek: PendingSeek?
    /// What a load that starts from silence ends in.
    private(set) var intent = PlaybackIntent.playing
    /// It was paused for a call, and goes on by itself afterwards.
    private(set) var isInterrupted = false
    private var lastPress: MediaTime?
    private var lastSeek: MediaTime?

    // MARK: - Another track

    mutating func go(_ request: Navigation) { navigation = request }

    /// Changes where it goes. Does nothing while it goes nowhere.
    mutating func updateNavigation(_ change: (inout Navigation) -> Void) {
        guard var request = navigation else { return }
        change(&request)
        navigation = request
    }

    /// It is there, or is not wanted any more.
    mutating func endNavigation() -> Navigation? {
        defer { navigation = nil }
        return navigation
    }

    /// A press on next or previous; true when it belongs to a burst of them.
    mutating func press(at now: MediaTime) -> Bool {
        defer { lastPress = now }
        return lastPress.map { now - $0 < Timing.burst } ?? false
    }

    // MARK: - Another place

    mutating func seek(to place: MediaTime, for ticket: CommandTicket?, isUnannounced: Bool) {
        seek = PendingSeek(to: place, ticket: ticket, isUnannounced: isUnannounced)
    }

    mutating func endSeek() -> PendingSeek? {
        defer { seek = nil }
        return seek
    }

    /// Whether a seek now belongs to a drag.
    func isDragging(at now: MediaTime) -> Bool { lastSeek.map { now - $0 < Timing.seekBurst } ?? false }

    /// The new place was told.
    mutating func announceSeek(at now: MediaTime) {
        lastSeek = now
        seek?.isUnannounced = false
    }

    // MARK: - Sound or silence

    mutating func want(_ intent: PlaybackIntent) { self.intent = intent }
    mutating func interrupt() { isInterrupted = true }
    mutating func endInterruption() { isInterrupted = false }
}

/// A position that was asked for and is not heard yet.
struct PendingSeek: Sendable, Equatable {
    var to: MediaTime
    var ticket: CommandTicket?
    /// Not announced yet, to spare the clients during a drag.
    var isUnannounced = false
}
