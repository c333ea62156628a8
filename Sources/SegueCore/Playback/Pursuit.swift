/// The pending wishes of the user, or of the start of a session: another track, or another position in the playing one.
/// Includes the intent to play or to pause.
struct Pursuit: Sendable {
    private(set) var navigation: Navigation?
    private(set) var seek: PendingSeek?
    /// The intent for a load that starts from silence: play or pause.
    private(set) var intent = PlaybackIntent.playing
    /// The interruptions that have paused the player without a command of the user. Playback resumes when the last of
    /// them is over.
    private(set) var interruptions: Set<Interruption> = []
    private var lastPress: MediaTime?
    private var lastSeek: MediaTime?

    // MARK: - Another track

    mutating func go(_ request: Navigation) { navigation = request }

    /// Changes the navigation. Does nothing without one.
    mutating func updateNavigation(_ change: (inout Navigation) -> Void) {
        guard var request = navigation else { return }
        change(&request)
        navigation = request
    }

    /// Ends the navigation: the entry is heard, or is no longer wanted. Returns the navigation.
    mutating func endNavigation() -> Navigation? {
        defer { navigation = nil }
        return navigation
    }

    /// Records a next or previous command. Returns true if it belongs to a burst of commands.
    mutating func press(at now: MediaTime) -> Bool {
        defer { lastPress = now }
        return lastPress.map { now - $0 < Timing.burst } ?? false
    }

    // MARK: - Another place

    mutating func seek(from: MediaTime, to place: MediaTime, for ticket: CommandTicket?, isUnannounced: Bool) {
        seek = PendingSeek(from: from, to: place, ticket: ticket, isUnannounced: isUnannounced)
    }

    mutating func endSeek() -> PendingSeek? {
        defer { seek = nil }
        return seek
    }

    /// Returns true if a seek now belongs to a drag.
    func isDragging(at now: MediaTime) -> Bool { lastSeek.map { now - $0 < Timing.seekBurst } ?? false }

    /// Records that the new position has been announced.
    mutating func announceSeek(at now: MediaTime) {
        lastSeek = now
        seek?.isUnannounced = false
    }

    // MARK: - Playing or paused

    mutating func want(_ intent: PlaybackIntent) { self.intent = intent }
    mutating func interrupt(by cause: Interruption) { interruptions.insert(cause) }

    /// Removes an interruption. Returns true if it was the last one.
    mutating func endInterruption(by cause: Interruption) -> Bool {
        interruptions.remove(cause) != nil && interruptions.isEmpty
    }

    /// Removes all interruptions: playback no longer resumes by itself.
    mutating func endInterruptions() { interruptions = [] }
}

/// The reason for a pause without a command of the user.
enum Interruption: Sendable, Hashable {
    /// The sound server requests silence.
    case call
    /// The computer sleeps.
    case sleep
    /// The output device was unplugged.
    case unplugged
}

/// A requested position that is not heard yet.
struct PendingSeek: Sendable, Equatable {
    /// The position before the first of several seeks.
    var from: MediaTime
    var to: MediaTime
    var ticket: CommandTicket?
    /// True if the position has not been announced yet, to spare the clients during a drag.
    var isUnannounced: Bool
}
