import GRDB
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct OrderTableTests {
    private let folder = TemporaryFolder()

    /// Runs `body` in the list order of a new database, in one transaction.
    private func withOrder(_ body: (OrderTable, Database) throws -> Void) throws {
        let database = try SessionDatabase(path: folder.file("session.sqlite"))
        try database.connection.write { try body(.list, $0) }
        try database.close()
    }

    @Test func insertsAtEveryPlace() throws {
        try withOrder { order, database in
            try order.insert([5, 6], after: nil, in: database)
            try order.insert([1], after: nil, in: database)
            try order.insert([7, 8], after: 6, in: database)
            try order.insert([2, 3, 4], after: 1, in: database)
            try order.insert([9], after: 1234, in: database)
            #expect(try order.entries(in: database) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
            try order.move(9, after: nil, in: database)
            try order.move(1, after: 5, in: database)
            try order.move(2, after: 2, in: database)
            try order.move(77, after: 2, in: database)
            #expect(try order.entries(in: database) == [9, 2, 3, 4, 5, 1, 6, 7, 8])
            for entry in [9, 8, 5] as [Int64] { try order.remove(entry, in: database) }
            #expect(try order.entries(in: database) == [2, 3, 4, 1, 6, 7])
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func agreesWithAnArray(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        try withOrder { order, database in
            var model: [Int64] = []
            var last: Int64 = 0
            for step in 0..<1500 {
                // Few positions, so that the gaps between them run out.
                let index = Int.random(in: 0...min(model.count, 3), using: &random)
                let predecessor = index == 0 ? nil : model[index - 1]
                switch Int.random(in: 0..<8, using: &random) {
                case 0 where !model.isEmpty:
                    let entry = model.remove(at: Int.random(in: model.indices, using: &random))
                    try order.remove(entry, in: database)
                case 1 where !model.isEmpty:
                    let entry = model[Int.random(in: model.indices, using: &random)]
                    guard entry != predecessor else { continue }
                    model.removeAll { $0 == entry }
                    let place = predecessor.flatMap { model.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                    model.insert(entry, at: place)
                    try order.move(entry, after: predecessor, in: database)
                default:
                    let new = (1...Int64.random(in: 1...3, using: &random)).map { last + $0 }
                    last += 3
                    model.insert(contentsOf: new, at: index)
                    try order.insert(new, after: predecessor, in: database)
                }
                if step % 50 == 0 { #expect(try order.entries(in: database) == model, "seed \(seed), step \(step)") }
            }
            #expect(try order.entries(in: database) == model, "seed \(seed)")
            let distinct = try Int.fetchOne(database, sql: "SELECT count(DISTINCT rank) FROM listOrder")
            #expect(distinct == model.count, "seed \(seed)")
        }
    }

    @Test func aCrowdedPlaceCostsLittle() throws {
        try withOrder { order, database in
            try order.insert(Array(1...2000), after: nil, in: database)
            let before = database.totalChangesCount
            // “Play next”, repeatedly: always the same gap.
            for entry in 10_001...12_000 as ClosedRange<Int64> {
                try order.insert([entry], after: 1000, in: database)
            }
            let perEdit = Double(database.totalChangesCount - before) / 2000
            #expect(perEdit < 12, "\(perEdit) rows an edit")
            #expect(try order.entries(in: database)[999...1001] == [1000, 12_000, 11_999])
        }
    }

    @Test func anEndThatHasNoRoomIsSpread() throws {
        try withOrder { order, database in
            try order.insert([1, 2], after: nil, in: database)
            try database.execute(sql: "UPDATE listOrder SET rank = (1 << 61) - 3 + entry")
            try order.insert([3, 4], after: 2, in: database)
            #expect(try order.entries(in: database) == [1, 2, 3, 4])
            try database.execute(sql: "UPDATE listOrder SET rank = -(1 << 61) + entry")
            try order.insert([5], after: nil, in: database)
            #expect(try order.entries(in: database) == [5, 1, 2, 3, 4])
        }
    }
}
