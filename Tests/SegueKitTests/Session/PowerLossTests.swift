import CRecordedDisk
import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// A loss of power at any moment, with writes torn, out of order or missing (design.md, Session). The restored queue is
/// always an acknowledged state, and no older than the last sync.
@Suite(.timeLimit(.minutes(5))) struct PowerLossTests {
    private static let steps = 300
    /// The number of states for each seed; `POWER_LOSS_STATES` sets another one.
    private static let states = ProcessInfo.processInfo.environment["POWER_LOSS_STATES"].flatMap { Int($0) } ?? 20

    @Test(arguments: 0..<10 as Range<UInt64>) func theQueueSurvivesTornWrites(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let path = folder.file("session.sqlite")
        let record = folder.file("record")
        await #expect(processExitsWith: .success) {
            [path = path as String, record = record as String, seed = seed as UInt64] in
            guard recorded_disk_start(record) == 0 else { exit(4) }
            var random = SeededRandom(state: seed ^ 0xD15C)
            var model = QueueModel(seed: seed)
            var store = SessionStore(path: path, worker: DiskWorker()) { _ in exit(3) }
            _ = await store.load()
            for step in 1...Self.steps {
                store.record(
                    try model.edit(), history: model.edits, playback: model.playback, from: model.source)
                guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
                store.flush()
                recorded_disk_mark(Int64(step))
                // A player that ends, and one that starts.
                if Int.random(in: 0..<25, using: &random) == 0 {
                    store.close()
                    store = SessionStore(path: path, worker: DiskWorker()) { _ in exit(3) }
                    _ = await store.load()
                }
            }
            store.close()
            recorded_disk_mark(Int64(Self.steps))
        }
        let disk = try RecordedDisk(path: record)
        var model = QueueModel(seed: seed)
        var sessions = [model.session]
        for _ in 1...Self.steps {
            _ = try model.edit()
            sessions.append(model.session)
        }

        var random = SeededRandom(state: seed ^ 0x70BB)
        for number in 0..<Self.states {
            let count = Int.random(in: 0...disk.operations.count, using: &random)
            let state = disk.state(after: count, random: &random)
            let place = TemporaryFolder()
            for (file, data) in state.files {
                guard let ending = file.ending else { continue }
                try data.write(to: URL(filePath: place.file("session.sqlite") + ending))
            }
            let label = "seed \(seed), state \(number), after \(count) of \(disk.operations.count) operations"
            let store = SessionStore(path: place.file("session.sqlite"), worker: DiskWorker()) {
                Issue.record("\(label): \($0)")
            }
            let loaded = await store.load()?.session ?? sessions[0]
            // Edits after the last mark may have been written, too.
            let found = sessions.indices.last { step in
                sessions[step].entries == loaded.entries && sessions[step].shuffleOrder == loaded.shuffleOrder
                    && sessions[step].edits == loaded.edits && sessions[step].current == loaded.current
            }
            let step = try #require(found, "\(label): the queue is none that ever was")
            #expect(step >= state.durable, "\(label): step \(step) is older than what was synced, \(state.durable)")
            // The session can be written to.
            var next = QueueModel(seed: seed &+ UInt64(number) &+ 1000)
            store.record(try next.edit(), history: next.edits, from: next.source)
            store.close()
        }
    }
}
