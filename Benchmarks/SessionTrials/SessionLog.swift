import Glibc
import SegueKit
import Synchronization

/// The steps of a session, each with its time in seconds. `Watchdog` ends a session whose last step takes too long.
final class SessionLog: Sendable {
    private struct Course {
        var entries: [String] = []
        /// The step under way, and the time of its beginning.
        var step = "the start"
        var since = ContinuousClock.now
    }

    private let course = Mutex(Course())
    private let start = ContinuousClock.now

    /// Records a command or an event.
    func append(_ entry: String) {
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        course.withLock { $0.entries.append("\(Double(milliseconds) / 1000) \(entry)") }
    }

    /// Names the step that begins, as a noun phrase: "the end of the fade".
    func waits(for step: String) {
        course.withLock {
            $0.step = step
            $0.since = .now
        }
    }

    var entries: [String] { course.withLock(\.entries) }

    /// The step under way, and the time since its beginning.
    var step: (name: String, age: Duration) { course.withLock { ($0.step, .now - $0.since) } }

    /// Returns the commands so far, the shown state, and the last steps of the player.
    func account(of player: AudioPlayerService) async -> String {
        let steps = await player.transitions.suffix(12).map { "\($0.time.seconds): \($0.input) -> \($0.to.kind)" }
        let snapshot = await player.snapshot
        return "\(entries.joined(separator: ", ")); \(snapshot.state.kind), \(snapshot.status); "
            + steps.joined(separator: "; ")
    }
}
