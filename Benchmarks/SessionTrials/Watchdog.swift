import Foundation
import SegueKit
import Synchronization

/// A time limit for each step of a session. A session that exceeds it is reported, and ends the process with 1.
///
/// The limit has a separate thread, because a session can also block the threads that tasks run on.
final class Watchdog: Sendable {
    private let seed: UInt64
    private let log: SessionLog
    private let isOver = Mutex(false)
    private let player = Mutex<AudioPlayerService?>(nil)

    /// The longest time for a step: a busy machine needs up to 10 s, and the suite waits for a minute.
    private static let limit = Duration.seconds(30)

    init(seed: UInt64, watching log: SessionLog) {
        self.seed = seed
        self.log = log
        Thread.detachNewThread { [self] in
            while !isOver.withLock({ $0 }) {
                if log.step.age > Self.limit { giveUp() }
                usleep(200_000)
            }
        }
    }

    /// Adds the state of a player to the report.
    func watch(_ player: AudioPlayerService) { self.player.withLock { $0 = player } }

    /// Ends the watch, at the end of the session.
    func end() { isOver.withLock { $0 = true } }

    private func giveUp() -> Never {
        report("seed \(seed): stuck, waits for \(log.step.name); \(log.entries.joined(separator: ", "))")
        // A stuck player does not answer; the report above is complete without it.
        let answer = DispatchSemaphore(value: 0)
        if let player = player.withLock({ $0 }) {
            Task { [log, seed] in
                await report("seed \(seed): \(log.account(of: player))")
                answer.signal()
            }
            _ = answer.wait(timeout: .now() + 3)
        }
        BackgroundPrograms.shared.end()
        // Exit handlers would wait for the stuck player.
        _exit(1)
    }
}

/// Prints a line without buffering, so that nothing is lost when the process is ended.
func report(_ line: String) {
    print(line)
    fflush(nil)
}
