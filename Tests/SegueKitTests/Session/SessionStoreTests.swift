import EventLoop
import Foundation
import GRDB
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(2))) struct SessionStoreTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    /// The problems that a store reported.
    final class Problems: Sendable {
        private let list = Shared<[SessionProblem]>([])
        var all: [SessionProblem] { list.value }
        func add(_ problem: SessionProblem) { list.change { $0.append(problem) } }
    }

    private var path: String { folder.file("session.sqlite") }

    private func store(worker: DiskWorker = DiskWorker()) -> SessionStore {
        SessionStore(path: path, worker: worker) { [problems] in problems.add($0) }
    }

    private func statistics(_ store: SessionStore, of uris: [String]) async -> [String: TrackStatistics] {
        await withCheckedContinuation { continuation in
            store.statistics(of: uris) { continuation.resume(returning: $0) }
        }
    }

    private func entry(_ id: UInt64, _ uri: String? = nil) -> QueueEntry {
        QueueEntry(id: EntryID(rawValue: id), uri: uri ?? "file:///\(id).flac")
    }

    private func source(_ session: SavedSession) -> SessionSource {
        SessionSource(session: { session }, listPredecessor: { _ in nil })
    }

    private let unasked = SessionSource(
        session: {
            Issue.record("the whole session was asked for")
            return SavedSession()
        }, listPredecessor: { _ in nil })

    /// Runs `body` with the database itself, after the store has released it.
    private func withDatabase<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(body)
    }

    // MARK: - Pins

    @Test func transitionsThatWereSetComeBack() async {
        let pins = (1...3).map { number in
            TransitionPin(
                pair: TransitionPin.Pair(
                    from: ContentIdentity(text: "a\(number)"),
                    to: number == 2 ? nil : ContentIdentity(text: "b\(number)")),
                shape: TransitionPin.Shape(
                    start: number == 1 ? nil : MediaTime(seconds: 30.5), duration: MediaTime(seconds: 4),
                    curve: number == 1 ? nil : .linear),
                outgoingName: "One", incomingName: "“Two”")
        }
        let edits = pins.enumerated().map { number, pin in
            // The pins that undo restores: the former pins, and none for the last one.
            let former = FormerPin(
                pair: pin.pair, pin: number == 2 ? nil : pin, outgoingName: pin.outgoingName,
                incomingName: pin.incomingName)
            return UndoableEdit(number: UInt64(number + 1), reversals: [.pin(former)], origin: EditOrigin())
        }
        let history = EditHistory(done: Array(edits.prefix(2)), undone: Array(edits.suffix(1)))
        let first = store()
        _ = await first.load()
        first.record(history: EditHistory(), pins: pins, from: unasked)
        first.record(history: history, pins: Array(pins.dropFirst()), from: unasked)
        first.close()
        let second = store()
        let session = await second.load()?.session
        #expect(session?.pins == Array(pins.dropFirst()))
        #expect(session?.edits == history)
        second.record(history: EditHistory(), pins: [], from: unasked)
        second.close()
        let last = await store().load()?.session
        #expect(last?.pins == [])
        #expect(last?.edits == EditHistory())
        #expect(problems.all.isEmpty)
    }

    // MARK: - Whole sessions

    @Test func aFreshStartTouchesNothing() async {
        let store = store()
        #expect(await store.load() == nil)
        #expect(await statistics(store, of: ["file:///1.flac"]) == [:])
        store.close()
        #expect(folder.names == [])
        #expect(problems.all == [])
    }

    @Test func keepsEverything() async {
        var model = QueueModel(seed: 1)
        let entries = (1...50).map { id in
            QueueEntry(id: EntryID(rawValue: id), uri: "file:///\(id % 7).flac", metadata: model.metadata())
        }
        let session = SavedSession(
            entries: entries, shuffleOrder: Array((0..<50).reversed()), current: 7, position: MediaTime(seconds: 12.5),
            volume: 0.3, repeatMode: .track, output: .chosen("alsa"))
        let first = store()
        first.record([.replaced], from: source(session))
        first.close()
        #expect(await store().load() == StoredSession(session: session))
        #expect(problems.all == [])
    }

    @Test func playbackIsKeptAndTheLastCounts() async {
        let store1 = store()
        #expect(await store1.load() == nil)
        store1.record([.inserted([entry(1), entry(2)], after: nil)], from: unasked)
        var modes = PlayModes()
        modes.consumes = true
        modes.isSmooth = true
        for second in 0..<100 {
            store1.record(
                playback: SessionPlayback(
                    current: EntryID(rawValue: 2), position: MediaTime(seconds: Double(second)), volume: 0.25,
                    repeatMode: .queue, modes: modes, output: .chosen("alsa")), from: unasked)
        }
        store1.close()
        let expected = SavedSession(
            entries: [entry(1), entry(2)], current: 1, position: MediaTime(seconds: 99), volume: 0.25,
            repeatMode: .queue, modes: modes, output: .chosen("alsa"))
        #expect(await store().load() == StoredSession(session: expected))
    }

    @Test(arguments: [nil, "null"]) func aReplacedQueueTakesThePlaceOfWhatWaits(output: String?) async {
        let gate = Gate()
        let worker = DiskWorker()
        let store1 = store(worker: worker)
        #expect(await store1.load() == nil)
        worker.perform { gate.wait() }
        store1.record(
            playback: SessionPlayback(
                current: nil, position: .zero, volume: 1, repeatMode: .off, output: .chosen("alsa")),
            from: unasked)
        let session = SavedSession(
            entries: [entry(5)], current: 0, position: MediaTime(seconds: 3), volume: 0.5,
            output: output.map { .chosen($0) })
        store1.record([.replaced], from: source(session))
        gate.open()
        store1.close()
        #expect(await store().load() == StoredSession(session: session))
    }

    @Test func whatIsOnDiskIsReplacedWhenItWasNeverLoaded() async {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.close()
        let session = SavedSession(entries: [entry(1, "file:///other.flac"), entry(2)])
        let second = store()
        second.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: source(session))
        second.close()
        #expect(await store().load()?.session == session)
    }

    // MARK: - Edits against the core's queue

    @Test(arguments: 0..<6 as Range<UInt64>) func randomEditsAreKept(seed: UInt64) async throws {
        var model = QueueModel(seed: seed)
        var random = SeededRandom(state: seed)
        let worker = DiskWorker()
        var store = store(worker: worker)
        #expect(await store.load() == nil)
        for step in 0..<300 {
            store.record(
                try model.edit(), history: model.edits, playback: model.playback, from: model.source)
            // Edits that share one transaction, and edits in separate transactions.
            if Bool.random(using: &random) { store.flush() }
            guard Int.random(in: 0..<15, using: &random) == 0 else { continue }
            store.close()
            store = self.store(worker: worker)
            let loaded = await store.load()
            #expect(loaded == StoredSession(session: model.session), "seed \(seed), step \(step)")
            try #require(problems.all == [], "seed \(seed), step \(step)")
        }
    }

    @Test func tooManyWaitingEditsBecomeOneSession() async throws {
        let gate = Gate()
        let worker = DiskWorker()
        let store1 = store(worker: worker)
        #expect(await store1.load() == nil)
        worker.perform { gate.wait() }
        let asked = Shared(0)
        var entries: [QueueEntry] = []
        for id in 1...UInt64(2 * SessionStore.pendingLimit + 500) {
            let previous = entries.last?.id
            entries.append(entry(id))
            let session = SavedSession(entries: entries)
            let source = SessionSource(
                session: {
                    asked.change { $0 += 1 }
                    return session
                }, listPredecessor: { _ in nil })
            store1.record([.inserted([entry(id)], after: previous)], from: source)
        }
        #expect(asked.value == 2)
        gate.open()
        store1.close()
        #expect(await store().load()?.session.entries == entries)
    }

    // MARK: - Statistics

    @Test func statisticsAreKeptByURIAndLaidOverTags() async {
        var tagged = entry(2, "file:///b.flac")
        tagged.metadata.userRating = 0.2
        tagged.metadata.useCount = 7
        let store1 = store()
        #expect(await store1.load() == nil)
        store1.record(
            [.inserted([entry(1, "file:///a.flac"), tagged, entry(3, "file:///a.flac")], after: nil)], from: unasked)
        store1.recordUse(of: "file:///a.flac", at: "2024-01-01T00:00:00Z")
        store1.recordUse(of: "file:///a.flac", at: "2024-01-02T00:00:00Z")
        store1.recordRating(0.8, of: "file:///b.flac")
        store1.recordRating(0.1, of: "file:///c.flac")
        store1.recordRating(nil, of: "file:///c.flac")
        let found = await statistics(
            store1,
            of: [
                "file:///a.flac", "file:///b.flac", "file:///c.flac", "file:///d.flac",
            ])
        #expect(
            found == [
                "file:///a.flac": TrackStatistics(useCount: 2, lastUsed: "2024-01-02T00:00:00Z"),
                "file:///b.flac": TrackStatistics(userRating: 0.8),
                "file:///c.flac": TrackStatistics(),
            ])
        store1.close()
        let entries = await store().load()?.session.entries
        #expect(entries?.map(\.metadata.useCount) == [2, 7, 2])
        #expect(entries?.map(\.metadata.userRating) == [nil, 0.8, nil])
        #expect(entries?.map(\.metadata.lastUsed) == ["2024-01-02T00:00:00Z", nil, "2024-01-02T00:00:00Z"])
    }

    @Test func statisticsDoNotWaitForTheDisk() async {
        let store1 = store()
        #expect(await store1.load() == nil)
        store1.recordUse(of: "file:///a.flac", at: "2024-01-01T00:00:00Z")
        store1.close()
        let worker = DiskWorker()
        let store2 = store(worker: worker)
        _ = await store2.load()
        let (isHeld, mayGoOn) = (Gate(), Gate())
        worker.perform {
            isHeld.open()
            mayGoOn.wait()
        }
        isHeld.wait()
        store2.recordRating(0.5, of: "file:///a.flac")
        let found = Locked<[String: TrackStatistics]?>(nil)
        store2.statistics(of: ["file:///a.flac"]) { statistics in found.withLock { $0 = statistics } }
        #expect(
            found.withLock { $0 } == [
                "file:///a.flac": TrackStatistics(useCount: 1, lastUsed: "2024-01-01T00:00:00Z", userRating: 0.5)
            ])
        mayGoOn.open()
        store2.close()
    }

    // MARK: - Trouble

    @Test(arguments: ["text", "torn", "table", "row"]) func aDamagedDatabaseIsMovedAside(kind: String) async throws {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: (1...500).map { entry($0) })))
        first.close()
        switch kind {
        case "text": try folder.write("session.sqlite", text: String(repeating: "no database", count: 1000))
        case "torn":
            var bytes = try folder.bytes(of: "session.sqlite")
            bytes.replaceSubrange(4096..<12288, with: Data(repeating: 0x5A, count: 8192))
            try bytes.write(to: URL(fileURLWithPath: path))
        case "table": try withDatabase { try $0.execute(sql: "ALTER TABLE entry RENAME TO old") }
        default: try withDatabase { try $0.execute(sql: "UPDATE entry SET trackNumber = 1 << 40") }
        }
        let damaged = try folder.bytes(of: "session.sqlite")

        let second = store()
        #expect(await second.load() == nil)
        guard case .damaged(path, let movedTo, let reason) = problems.all.first else {
            Issue.record("\(problems.all)")
            return
        }
        #expect(problems.all.count == 1)
        #expect(!reason.isEmpty)
        #expect(movedTo == path + ".damaged-1")
        if kind != "row" { #expect(try folder.bytes(of: "session.sqlite.damaged-1") == damaged) }

        second.record([.inserted([entry(9)], after: nil)], from: source(SavedSession(entries: [entry(9)])))
        second.close()
        #expect(await store().load()?.session.entries == [entry(9)])
        #expect(problems.all.count == 1)
    }

    @Test func aDatabaseOfTheFirstVersionGoesOn() async throws {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.recordUse(of: "file:///1.flac", at: "2026-01-01T00:00:00Z")
        first.close()
        try withDatabase { database in
            try database.execute(
                sql: """
                    DROP TABLE playlist; DROP TABLE sound; DROP TABLE pin; DROP TABLE title; DROP TABLE edit;
                    DROP TABLE ends; ALTER TABLE playback DROP COLUMN smooth;
                    DROP TABLE reversal; DROP TABLE formerEntry; DROP TABLE formerPin;
                    ALTER TABLE playback DROP COLUMN configuredOutput;
                    ALTER TABLE statistics DROP COLUMN size; ALTER TABLE statistics DROP COLUMN modified;
                    ALTER TABLE statistics DROP COLUMN inode;
                    ALTER TABLE playback DROP COLUMN single; ALTER TABLE playback DROP COLUMN consume;
                    UPDATE playback SET output = 'alsa'; PRAGMA user_version = 1
                    """)
        }

        let second = store()
        let stored = await second.load()
        #expect(stored?.session.entries.map(\.metadata.useCount) == [1])
        #expect(stored?.playlists == [])
        #expect(stored?.session.output == nil, "nobody knows what it was chosen in the place of")
        second.record(playlists)
        second.close()
        #expect(await store().load()?.playlists == playlists)
        #expect(problems.all == [])
    }

    @Test func playlistsAreKeptAsTheyWereRecordedLast() async throws {
        let first = store()
        first.record(playlists)
        first.record(playlists.reversed())
        first.close()
        #expect(await store().load()?.playlists.map(\.id.rawValue).sorted() == [7, .max])
        let second = store()
        second.record([PlaylistRecord]())
        second.close()
        #expect(await store().load()?.playlists == [])
    }

    private let playlists = [
        PlaylistRecord(
            id: PlaylistID(rawValue: .max), uri: "file:///a%FF.m3u",
            stamp: FoundPlaylist.Stamp(inode: .max, size: 1, modified: WallTime(nanoseconds: 2)),
            created: WallTime(nanoseconds: -3), lastPlayed: nil),
        PlaylistRecord(
            id: PlaylistID(rawValue: 7), uri: "file:///b.m3u",
            stamp: FoundPlaylist.Stamp(inode: 8, size: 9, modified: WallTime(nanoseconds: 10)),
            created: WallTime(nanoseconds: 11), lastPlayed: WallTime(nanoseconds: 12)),
    ]

    @Test func aVersionThatNeverWasIsDamage() async throws {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.close()
        try withDatabase { try $0.execute(sql: "PRAGMA user_version = -3") }
        #expect(await store().load() == nil)
        #expect(problems.all.count == 1)
        guard case .damaged = problems.all.first else {
            Issue.record("\(problems.all)")
            return
        }
    }

    @Test func aNewerDatabaseIsLeftUntouched() async throws {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.close()
        let newer = SessionDatabase.version + 1
        try withDatabase { try $0.execute(sql: "PRAGMA user_version = \(newer)") }
        let bytes = try folder.bytes(of: "session.sqlite")

        let second = store()
        #expect(await second.load() == nil)
        second.record([.inserted([entry(2)], after: nil)], from: source(SavedSession(entries: [entry(2)])))
        second.close()
        #expect(problems.all == [.newerVersion(path: path, version: newer)])
        #expect(try folder.bytes(of: "session.sqlite") == bytes)
        #expect(folder.names == ["session.sqlite", "session.sqlite.lock"])
    }

    @Test func aDatabaseInUseIsLeftToItsOwner() async {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.flush()
        let second = store()
        #expect(await second.load() == nil)
        second.record([.inserted([entry(2)], after: nil)], from: source(SavedSession(entries: [entry(2)])))
        second.close()
        #expect(problems.all == [.inUse(path: path)])
        first.close()
        #expect(await store().load()?.session.entries == [entry(1)])
    }

    @Test func playsAndRatingsAreReadBesideThePlayer() async {
        let store = store()
        store.recordRating(0.8, of: "file:///a.flac")
        store.flush()
        let read = ListeningRecord.read(path)
        #expect(read.map(\.uri) == ["file:///a.flac"])
        #expect(read.first?.record.stars == 4)
        store.close()
    }

    @Test func aSessionIsKeptWhereNoMemoryCanBeShared() async throws {
        try FileManager.default.createDirectory(atPath: "\(path)-shm", withIntermediateDirectories: true)
        for place in 1...2 {
            let store = store()
            store.record(
                [.inserted([entry(UInt64(place))], after: nil)], from: source(SavedSession(entries: [entry(1)])))
            store.close()
        }
        #expect(problems.all.isEmpty)
        #expect(await store().load()?.session.entries == [entry(1)])
    }

    @Test func aFolderThatCannotBeMadeIsReported() async throws {
        try folder.write("segue", text: "")
        let store = SessionStore(path: folder.file("segue/session.sqlite"), worker: DiskWorker()) { [problems] in
            problems.add($0)
        }
        store.record([.inserted([entry(2)], after: nil)], from: source(SavedSession(entries: [entry(2)])))
        store.record([.removed([EntryID(rawValue: 2)])], from: source(SavedSession()))
        store.close()
        guard case .unavailable(_, let reason) = problems.all.first else {
            Issue.record("\(problems.all)")
            return
        }
        #expect(problems.all.count == 1)
        #expect(reason == "Not a directory")
    }

    @Test func aSessionThatCannotBeReadIsNotReplaced() async throws {
        let former = store()
        former.record([.inserted([entry(1)], after: nil)], from: source(SavedSession(entries: [entry(1)])))
        former.close()
        var storage = SessionStorage(path: path) { [problems] in problems.add($0) }
        let database = try storage.opened()
        #expect(database != nil)
        storage.recover(from: DatabaseError(resultCode: .SQLITE_IOERR), isReading: true)
        let isUnusable = storage.isUnusable
        #expect(isUnusable)
        guard case .unavailable = problems.all.first else {
            Issue.record("\(problems.all)")
            return
        }
        #expect(await store().load()?.session.entries == [entry(1)])
    }

    // MARK: - Removal of the open file

    private var removable: String { folder.file("state/segue/session.sqlite") }

    private func removableStore() -> SessionStore {
        SessionStore(path: removable, worker: DiskWorker()) { [problems] in problems.add($0) }
    }

    private func sound(_ store: SessionStore) async -> TrackFacts.Measurement? {
        await withCheckedContinuation { continuation in
            store.perform({ try $0.sound(of: ContentIdentity(text: "a")) }) {
                continuation.resume(returning: $0 ?? nil)
            }
        }
    }

    private let measurement = {
        let values = (0...300).map { _ in -14.0 }
        let curve = PeakCurve(linear: values.map { _ in 0.5 })
        return TrackFacts.Measurement(
            seconds: 30, loudness: -14, range: 3, peak: 0.9, firstSound: 0, lastSound: 30,
            momentary: LoudnessCurve(values), low: curve, middle: curve, high: curve,
            rhythm: TrackRhythm(
                head: .grid(BeatGrid(period: 0.5, phase: 0.25, isBeatCertain: true, range: 0...30)),
                tail: .unknown(.weak)))
    }()

    private let ends = FileEnds(
        uri: "file:///1.flac",
        ends: TrackEnds(
            loudness: -14, head: TrackEnds.End(tempo: 120.5, level: -13.5, quiet: 0.25),
            tail: TrackEnds.End(tempo: nil, level: -20, quiet: 4), fadesOut: true))

    /// Returns a store with one entry, one play and one measurement on disk.
    private func begun() async -> SessionStore {
        let store = removableStore()
        #expect(await store.load() == nil)
        store.record([.inserted([entry(1)], after: nil)], from: unasked)
        store.recordUse(of: "file:///1.flac", at: "2024-01-01T00:00:00Z")
        store.record(measurement, of: ContentIdentity(text: "a"))
        store.record(ends)
        store.flush()
        return store
    }

    private func expectBothEntries() async {
        let third = removableStore()
        let loaded = await third.load()
        #expect(loaded?.session.entries.map(\.id.rawValue) == [1, 2])
        #expect(loaded?.session.entries.first?.metadata.useCount == 1)
        #expect(await sound(third) == measurement)
        #expect(loaded?.ends == [ends])
        third.close()
    }

    @Test("A folder that is removed is made again, with all that was kept", arguments: ["state", "state/segue"])
    func removedFolder(name: String) async {
        let store = await begun()
        folder.remove(name)
        store.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        store.flush()
        #expect(problems.all == [.removed(path: removable)])
        store.close()
        await expectBothEntries()
        #expect(problems.all.count == 1)
    }

    @Test("A database that is removed alone is written again; its log is not taken for that of the new one")
    func removedFile() async throws {
        let store = await begun()
        #expect(
            folder.names(in: "state/segue")
                == ["session.sqlite", "session.sqlite-shm", "session.sqlite-wal", "session.sqlite.lock"])
        folder.remove("state/segue/session.sqlite")
        store.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        store.close()
        #expect(problems.all == [.removed(path: removable)])
        #expect(folder.names(in: "state/segue") == ["session.sqlite", "session.sqlite.lock"])
        await expectBothEntries()
    }

    @Test("While a removed folder can't be made again, that is said once, and nothing is lost")
    func removedFolderThatCannotBeMade() async throws {
        let store = await begun()
        folder.remove("state")
        try folder.write("state", text: "a file")
        store.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        store.flush()
        store.record(
            playback: SessionPlayback(current: nil, position: .zero, volume: 1, repeatMode: .off), from: unasked)
        store.flush()
        #expect(problems.all == [.notSaved(path: removable, reason: "Not a directory")])
        folder.remove("state")
        store.close()
        store.flush()
        #expect(problems.all.count == 1, "a database that is closed without a change stays where it was")
    }

    @Test("When the folder can be made again, everything is saved, and that is said")
    func removedFolderThatComesBack() async throws {
        let store = await begun()
        folder.remove("state")
        try folder.write("state", text: "a file")
        store.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        store.flush()
        folder.remove("state")
        store.record(
            playback: SessionPlayback(current: nil, position: .zero, volume: 1, repeatMode: .off), from: unasked)
        store.close()
        #expect(
            problems.all == [.notSaved(path: removable, reason: "Not a directory"), .removed(path: removable)])
        await expectBothEntries()
    }

    @Test("Another file in the place of the database is left alone")
    func replacedFile() async throws {
        let store = await begun()
        folder.remove("state/segue/session.sqlite")
        try folder.write("state/segue/session.sqlite", text: "somebody else's")
        store.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        store.close()
        #expect(problems.all == [.replaced(path: removable)])
        #expect(try folder.text(of: "state/segue/session.sqlite") == "somebody else's")
    }

    @Test func afterAFailedWriteEverythingIsWritten() async throws {
        let first = store()
        first.record([.replaced], from: source(SavedSession(entries: [entry(1)])))
        first.close()
        try withDatabase { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON entry WHEN NEW.uri = 'file:///2.flac'
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        let second = store()
        #expect(await second.load()?.session.entries == [entry(1)])
        second.recordUse(of: "file:///1.flac", at: "2024-01-01T00:00:00Z")
        second.record([.inserted([entry(2)], after: EntryID(rawValue: 1))], from: unasked)
        second.flush()
        #expect(problems.all == [.notSaved(path: path, reason: "the disk is full")])
        // Without the whole session, this change could not be applied: its predecessor is missing.
        let session = SavedSession(entries: [entry(1), entry(3), entry(4)])
        second.record([.inserted([entry(4)], after: EntryID(rawValue: 3))], from: source(session))
        second.close()
        #expect(problems.all.count == 1)
        let loaded = await store().load()
        #expect(loaded?.session.entries.map(\.id.rawValue) == [1, 3, 4])
        #expect(loaded?.session.entries.first?.metadata.useCount == 1, "statistics are not lost with the batch")
    }

    @Test func sentencesNameTheFile() {
        let all: [SessionProblem] = [
            .newerVersion(path: "/p", version: 2), .damaged(path: "/p", movedTo: "/q", reason: "r"), .inUse(path: "/p"),
            .unavailable(path: "/p", reason: "r"), .notSaved(path: "/p", reason: "r"), .removed(path: "/p"),
            .replaced(path: "/p"),
        ]
        for problem in all {
            #expect(problem.description.hasPrefix("/p"))
            #expect(problem.description.hasSuffix("."))
        }
    }
}
