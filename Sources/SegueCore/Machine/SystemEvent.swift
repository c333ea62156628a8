/// An event of the computer on which the player runs (design.md, Sleep).
public enum SystemEvent: Sendable, Hashable {
    /// The computer is about to sleep, and waits a few seconds for `Snapshot.isReadyForSleep`.
    case willSleep
    /// The computer is awake again, or does not sleep after all.
    case woke
    /// From now on, this service keeps the computer from suspending; nil if none does on behalf of the player.
    case inhibited(by: SuspendInhibitor?)
    /// File systems are mounted at exactly these paths.
    case mounted(at: [String])
    /// The session is not saved, or not restored, as the sentence says.
    case sessionTrouble(String)
}

/// The service that keeps a computer from suspending while the player plays. The raw value is the one on the bus.
public enum SuspendInhibitor: String, Sendable, Hashable, CaseIterable {
    /// The desktop, through its portal.
    case portal
    /// The login manager.
    case login1
}
