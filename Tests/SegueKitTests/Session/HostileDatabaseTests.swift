import EventLoop
import Foundation
import GRDB
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// A database that was edited by hand, or changed by a disk error: no content of it ends the player.
@Suite(.timeLimit(.minutes(5))) struct HostileDatabaseTests {
    private let folder = TemporaryFolder()

    /// One value of each type that SQLite stores in any column, and the ends of their ranges.
    private static let values = [
        "NULL", "-1", "9223372036854775807", "-9223372036854775808", "1 << 61", "9e999", "'text'",
        "'9223372036854775807 -1 0'", "x'FF00FE'",
    ]

    private static let content = ContentIdentity(text: "content")
    private static let uris = (1...6).map { "file:///music/\($0).flac" }

    private func store(_ path: String) -> SessionStore {
        SessionStore(path: path, worker: DiskWorker()) { _ in }
    }

    private func source(_ player: Player) -> SessionSource {
        let session = player.savedSession(at: Moment(now: .zero))
        return SessionSource(session: { session }, listPredecessor: { player.queue.listPredecessor(of: $0) })
    }

    /// Writes a session with rows in every table.
    private func writeSession(_ path: String) {
        var harness = PlayerHarness()
        harness.command(
            .edit(.insert(Self.uris.map { NewEntry(uri: $0, metadata: Self.metadata) }, at: .last, play: false)))
        harness.command(.edit(.remove([harness.player.queue.entry(at: 5)?.id].compactMap(\.self))))
        harness.command(.setShuffle(true))
        harness.command(.edit(.move([EntryID(rawValue: 2)], to: .last)))
        harness.command(.edit(.replace([NewEntry(uri: Self.uris[0], metadata: Self.metadata)], play: false)))
        harness.command(.edit(.insert(Self.uris.map { NewEntry(uri: $0) }, at: .last, play: false)))
        harness.command(.edit(.sort(.title)))
        harness.command(.edit(.undo))
        let store = store(path)
        store.record([.replaced], history: harness.player.edits, from: source(harness.player))
        store.recordUse(of: Self.uris[0], at: "2026-01-01T00:00:00Z")
        store.recordRating(0.5, of: Self.uris[1])
        let pin = TransitionPin(
            pair: TransitionPin.Pair(from: Self.content, to: nil),
            shape: TransitionPin.Shape(start: .zero, duration: MediaTime(seconds: 4), curve: .linear),
            outgoingName: "a", incomingName: "")
        let former = FormerPin(pair: pin.pair, pin: pin, outgoingName: "a", incomingName: "")
        let edits = harness.player.edits
        let pinned = UndoableEdit(number: 1_000, reversals: [.pin(former)], origin: EditOrigin())
        store.record(
            history: EditHistory(done: edits.done + [pinned], undone: edits.undone), pins: [pin],
            from: source(harness.player))
        store.record([
            PlaylistRecord(
                id: PlaylistID(rawValue: 7), uri: "file:///b.m3u",
                stamp: FoundPlaylist.Stamp(inode: 8, size: 9, modified: WallTime(nanoseconds: 10)),
                created: WallTime(nanoseconds: 11), lastPlayed: WallTime(nanoseconds: 12))
        ])
        store.record(Self.sound, of: Self.content)
        for uri in Self.uris { store.record(Self.ends(of: uri)) }
        store.record(titles: [Self.content: Self.metadata])
        store.close()
    }

    private static func ends(of uri: String) -> FileEnds {
        let end = TrackEnds.End(tempo: 120, level: -14, quiet: 0.5)
        return FileEnds(uri: uri, ends: TrackEnds(loudness: -14, head: end, tail: end, fadesOut: false))
    }

    private static let metadata = {
        var metadata = TrackMetadata()
        metadata.title = "Title"
        metadata.artists = ["One", "Two"]
        metadata.album = "Album"
        metadata.trackNumber = 1
        metadata.discNumber = 1
        metadata.duration = MediaTime(seconds: 20)
        metadata.sampleRate = 44_100
        metadata.channels = 2
        metadata.loudness = Loudness(trackGain: -3, trackPeak: 1, albumGain: -4, albumPeak: 1)
        return metadata
    }()

    private static let sound = {
        let values = (0...300).map { _ in -14.25 }
        let curve = PeakCurve(linear: values.map { _ in 0.5 })
        return TrackFacts.Measurement(
            seconds: 30, loudness: -14, range: 3, peak: 0.9, firstSound: 0, lastSound: 30,
            momentary: LoudnessCurve(values), low: curve, middle: curve, high: curve, channels: 2,
            rhythm: TrackRhythm(
                head: .grid(
                    BeatGrid(
                        period: 0.5, phase: 0.25, isBeatCertain: true, bar: BeatGrid.Bar(beats: 4, first: 1),
                        range: 0...30)),
                tail: .unknown(.weak)))
    }()

    /// Uses a session as a player does: reads everything, plays, edits and saves.
    private func live(_ path: String) async {
        let store = store(path)
        let stored = await store.load()
        await withCheckedContinuation { continuation in
            store.statistics(of: Self.uris) { _ in continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            store.perform({ try $0.sound(of: Self.content) }) { found in
                _ = (found ?? nil).map { (TrackFacts($0), $0.envelope(bins: 100)) }
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            store.titles(of: [Self.content]) { _ in continuation.resume() }
        }
        if let playlists = stored?.playlists {
            _ = PlaylistRecord.records(of: [], known: playlists)
            _ = playlists.map { ($0.created.text, $0.lastPlayed?.text, $0.stamp.modified.text) }
        }
        var harness = PlayerHarness()
        harness.use(stored?.session, ends: stored?.ends ?? []) { changes, player in
            store.record(changes, history: player.edits, from: source(player))
        }
        store.recordUse(of: Self.uris[0], at: "2026-01-02T00:00:00Z")
        store.recordRating(1, of: Self.uris[1])
        store.record(Self.sound, of: Self.content)
        store.record(titles: [Self.content: Self.metadata])
        store.close()
    }

    /// Returns the columns of all tables of a database.
    private static func columns(of path: String) throws -> [(table: String, column: String)] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT tables.name, columns.name FROM sqlite_schema AS tables
                    JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
                    """
            ).map { row in
                (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
            }
            // The tags of an entry are read in the same way from all tables.
            .filter { table, column in
                table != "formerEntry" || !MetadataColumns.definitions.contains { $0.name == column }
            }
        }
    }

    @Test("A value of any type in any column of any table is answered")
    func anyValueAnywhere() async throws {
        let original = folder.file("original.sqlite")
        writeSession(original)
        let columns = try Self.columns(of: original)
        #expect(Set(columns.map(\.table)).count == 14)
        let bytes = try folder.bytes(of: "original.sqlite")
        for (table, column) in columns {
            for value in Self.values {
                let name = "\(table)-\(column).sqlite"
                try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
                let queue = try DatabaseQueue(path: folder.file(name))
                // A value that a constraint rejects can't be in the database.
                let isChanged = try await queue.writeWithoutTransaction { database in
                    try? database.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
                    return database.changesCount > 0
                }
                try queue.close()
                if isChanged { await live(folder.file(name)) }
                for file in folder.names where file.hasPrefix("\(table)-\(column)") { folder.remove(file) }
            }
        }
    }

    @Test("What is kept of a file and is of no use is found out again")
    func keptFacts() async throws {
        let path = folder.file("session.sqlite")
        writeSession(path)
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.execute(sql: "UPDATE sound SET momentary = 5; UPDATE title SET titles = x'FF'")
        }
        try queue.close()
        let store = store(path)
        _ = await store.load()
        for isReplaced in [false, true] {
            let sound = await withCheckedContinuation { continuation in
                store.perform({ try $0.sound(of: Self.content) }) { continuation.resume(returning: $0 ?? nil) }
            }
            let titles = await withCheckedContinuation { continuation in
                store.titles(of: [Self.content]) { continuation.resume(returning: $0) }
            }
            #expect(sound == (isReplaced ? Self.sound : nil))
            #expect(titles[Self.content]?.title == (isReplaced ? "Title" : nil))
            store.record(Self.sound, of: Self.content)
            store.record(titles: [Self.content: Self.metadata])
        }
        store.close()
    }

    @Test("A line of a helper with any number in it is answered")
    func linesOfHelpers() throws {
        let facts = TrackFacts(Self.sound)
        for number in ["1e999", "-1e999", "9223372036854775807", "-9223372036854775808", "1e300", "-1", "null", "[]"] {
            for member in ["loudness", "range", "peak", "heardLoudness", "heardPeak", "channels", "seconds"] {
                let text = facts.json.replacing(try Regex("\"\(member)\":[^,}]*"), with: "\"\(member)\":\(number)")
                #expect(text != facts.json)
                _ = TrackFacts(json: text.utf8)?.measurement.envelope(bins: 100)
            }
            for member in ["sampleRate", "trackNumber", "discNumber", "duration"] {
                let titles = Self.metadata.titles ?? ""
                let text = titles.replacing(try Regex("\"\(member)\":[^,}]*"), with: "\"\(member)\":\(number)")
                #expect(text != titles)
                guard let metadata = TrackMetadata(titles: text.utf8) else { continue }
                var harness = PlayerHarness.playing(["a", "b"])
                for entry in harness.player.queue.entries(in: 0..<2) {
                    harness.handle(.metadataRead(entry.id, metadata))
                }
                _ = harness.snapshot
            }
        }
    }
}
