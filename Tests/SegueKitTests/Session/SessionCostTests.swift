import GRDB
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

/// The cost of edits in rows written: the same in a long queue as in a short one.
@Suite struct SessionCostTests {
    private let folder = TemporaryFolder()

    private func entry(_ id: Int) -> QueueEntry {
        QueueEntry(id: EntryID(rawValue: UInt64(id)), uri: "file:///\(id).flac")
    }

    private func id(_ id: Int) -> EntryID { EntryID(rawValue: UInt64(id)) }

    @Test(arguments: [100, 100_000], [false, true])
    func anEditWritesAFewRows(count: Int, isShuffled: Bool) throws {
        let database = try SessionDatabase(path: folder.file("\(count)-\(isShuffled).sqlite"))
        defer { try? database.close() }
        let session = SavedSession(
            entries: (1...count).map(entry), shuffleOrder: isShuffled ? Array((0..<count).reversed()) : nil)
        try database.write(SessionBatch(edits: [.replaced(session)]))

        let new = entry(count + 1)
        let inserted: SessionEdit =
            isShuffled
            ? .insertedShuffled([new], after: id(7), listAfter: id(count / 2))
            : .inserted([new], after: id(count / 2))
        var renamed = entry(count / 3)
        renamed.metadata.title = "x"
        let edits: [(String, SessionEdit, Int)] = [
            ("insert", inserted, isShuffled ? 3 : 2),
            ("move", .moved(id(count), after: nil, isShuffled: isShuffled), 2),
            ("metadata", .metadataChanged([renamed]), 1),
            ("remove", .removed([id(count / 4)]), isShuffled ? 3 : 2),
            ("unknown", .metadataChanged([entry(count + 9)]), 0),
        ]
        for (name, edit, limit) in edits {
            let rows = try rowsWritten(database) { try database.write(SessionBatch(edits: [edit])) }
            #expect(rows <= limit, "\(name): \(rows) rows")
        }
    }

    @Test func turningShuffleOnLeavesTheEntriesAlone() throws {
        let database = try SessionDatabase(path: folder.file("session.sqlite"))
        defer { try? database.close() }
        let session = SavedSession(entries: (1...500).map(entry))
        try database.write(SessionBatch(edits: [.replaced(session)]))
        func rows(_ order: [EntryID]?) throws -> Int {
            try rowsWritten(database) { try database.write(SessionBatch(edits: [.reordered(order)])) }
        }
        #expect(try rows((1...500).reversed().map(id)) == 501)
        #expect(try database.read().session.shuffleOrder == Array((0..<500).reversed()))
        #expect(try rows(nil) == 501)
        #expect(try database.read().session == session)
    }

    @Test func aSortedQueueLeavesTheEntriesAlone() throws {
        let database = try SessionDatabase(path: folder.file("session.sqlite"))
        defer { try? database.close() }
        try database.write(SessionBatch(edits: [.replaced(SavedSession(entries: (1...500).map(entry)))]))
        let rows = try rowsWritten(database) {
            try database.write(SessionBatch(edits: [.arranged((1...500).reversed().map(id))]))
        }
        #expect(rows <= 1000)
        #expect(try database.read().session == SavedSession(entries: (1...500).reversed().map(entry)))
    }

    private func rowsWritten(_ database: SessionDatabase, _ body: () throws -> Void) throws -> Int {
        let before = try database.connection.read { $0.totalChangesCount }
        try body()
        return try database.connection.read { $0.totalChangesCount } - before
    }
}
