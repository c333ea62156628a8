import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// A player that is killed while it writes (design.md, Session): the queue is never lost, at most the last position is.
@Suite(.timeLimit(.minutes(5))) struct SessionCrashTests {
    private static let steps = 400

    /// Appends a line to a file with one system call, so that the line outlives the process.
    private static func note(_ step: Int, in path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let line = "\(step)\n"
        _ = line.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func theQueueSurvivesKill(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let path = folder.file("session.sqlite")
        let notes = folder.file("saved")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, notes = notes as String, seed = seed as UInt64] in
            var random = SeededRandom(state: seed ^ 0xDEAD)
            var model = QueueModel(seed: seed)
            let store = SessionStore(path: path, worker: DiskWorker()) { _ in exit(3) }
            _ = await store.load()
            let last = Int.random(in: 20..<Self.steps, using: &random)
            for step in 1...last {
                store.record(
                    try model.edit(), history: model.edits, playback: model.playback, from: model.source)
                if Int.random(in: 0..<10, using: &random) == 0 {
                    store.flush()
                    Self.note(step, in: notes)
                }
            }
            // While the last edits are being saved.
            kill(getpid(), SIGKILL)
        }

        let noted = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
        let saved = noted.split(separator: "\n").last.flatMap { Int($0) } ?? 0
        let store = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        let loaded = await store.load()?.session
        store.close()

        // The queue equals the state after one of the edits since the last one that was certainly saved.
        var model = QueueModel(seed: seed)
        var candidates: [SavedSession] = []
        for step in 0...Self.steps {
            if step > 0 { _ = try model.edit() }
            if step >= saved { candidates.append(model.session) }
        }
        let found = candidates.contains { session in
            session.entries == loaded?.entries && session.shuffleOrder == loaded?.shuffleOrder
                && session.edits == loaded?.edits && session.current == loaded?.current
                && (session.entries.isEmpty || session.position == loaded?.position)
        }
        #expect(found, "seed \(seed): the session is none that ever was, or older than step \(saved)")
    }
}
