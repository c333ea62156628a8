/// What happens to the computer that the player runs on (design.md, Sleep).
public enum SystemEvent: Sendable, Hashable {
    /// The computer is about to sleep, and waits a few seconds for `Snapshot.isReadyForSleep`.
    case willSleep
    /// The computer is awake again, or does not sleep after all.
    case woke
    /// From now on, this keeps the computer from suspending; nil when nothing does on behalf of the player.
    case inhibited(by: SuspendInhibitor?)
    /// File systems are mounted at these paths, and nowhere else.
    case mounted(at: [String])
    /// The session is not kept, or not restored, as the sentence says.
    case sessionTrouble(String)
}

/// What keeps a computer from suspending while the player sounds. The raw value is the one on the bus.
public enum SuspendInhibitor: String, Sendable, Hashable, CaseIterable {
    /// The desktop, asked by way of its portal.
    case portal
    /// The login manager.
    case login1
}
