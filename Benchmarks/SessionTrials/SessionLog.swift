import SegueKit

/// The commands that a session was given, each with its time in seconds.
actor SessionLog {
    private(set) var entries: [String] = []
    private let start = ContinuousClock.now

    func append(_ entry: String) {
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        entries.append("\(Double(milliseconds) / 1000) \(entry)")
    }

    /// How far the session is: the commands, what is shown, and the last steps of the player.
    func account(of player: AudioPlayerService) async -> String {
        let steps = await player.transitions.suffix(12).map { "\($0.time.seconds): \($0.input) -> \($0.to.kind)" }
        let snapshot = await player.snapshot
        return "\(entries.joined(separator: ", ")); \(snapshot.state.kind), \(snapshot.status); "
            + steps.joined(separator: "; ")
    }
}
