/// What a person, or the start of a session, wants and does not have yet: another track, or another place in the one
/// that plays, and whether it is to be heard.
struct Pursuit: Sendable {
    private(set) var navigation: Navigation?
    private(set) var seek: PendingSeek?
    /// Whether a load that starts from silence will sound or be paused.
    private(set) var intent = PlaybackIntent.playing
    /// What has paused the player without a person's word. The sound goes on when the last of it is over.
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

    /// The entry is heard, or is not wanted any more. Returns the navigation that ends.
    mutating func endNavigation() -> Navigation? {
        defer { navigation = nil }
        return navigation
    }

    /// Notes a press on next or previous. True when it belongs to a burst of presses.
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

    /// Whether a seek now belongs to a drag.
    func isDragging(at now: MediaTime) -> Bool { lastSeek.map { now - $0 < Timing.seekBurst } ?? false }

    /// The new position has been announced.
    mutating func announceSeek(at now: MediaTime) {
        lastSeek = now
        seek?.isUnannounced = false
    }

    // MARK: - Sound or silence

    mutating func want(_ intent: PlaybackIntent) { self.intent = intent }
    mutating func interrupt(by cause: Interruption) { interruptions.insert(cause) }

    /// True when nothing is left that holds the sound.
    mutating func endInterruption(by cause: Interruption) -> Bool {
        interruptions.remove(cause) != nil && interruptions.isEmpty
    }

    /// The sound does not go on by itself any more.
    mutating func endInterruptions() { interruptions = [] }
}

/// What pauses the player without a person's word.
enum Interruption: Sendable, Hashable {
    /// The sound server asks for silence.
    case call
    /// The computer sleeps.
    case sleep
    /// The device that sound went out on is gone.
    case unplugged
}

/// A position that was asked for and is not heard yet.
struct PendingSeek: Sendable, Equatable {
    /// The position that was left, by the first seek of several.
    var from: MediaTime
    var to: MediaTime
    var ticket: CommandTicket?
    /// Whether the position has not been announced yet, to spare the clients during a drag.
    var isUnannounced: Bool
}
