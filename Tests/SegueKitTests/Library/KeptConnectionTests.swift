import Foundation
import GRDB
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.serialized) struct KeptConnectionTests {
    private let folder = TemporaryFolder()

    private func open(_ name: String, for purpose: KeptConnection.Purpose = .writing) throws -> KeptConnection {
        let path = folder.file(name)
        return try KeptConnection(path, for: purpose) { try DatabaseQueue(path: path) }
    }

    private func make(_ name: String, _ value: Int) throws {
        try DatabaseQueue(path: folder.file(name)).write {
            try $0.execute(sql: "CREATE TABLE number (value); INSERT INTO number VALUES (\(value))")
        }
    }

    private func number(_ connection: KeptConnection) throws -> Int? {
        try connection.queue.read { try $0.value("SELECT value FROM number") { Int(try $0.integer()) } }
    }

    @Test func aConnectionIsUsedAgain() throws {
        try make("a", 1)
        var connection = try open("a")
        let first = ObjectIdentifier(connection.queue)
        // Two uses at a time need two connections.
        #expect(try ObjectIdentifier(open("a").queue) != first)
        #expect(try ObjectIdentifier(open("a", for: .reading).queue) != first)
        connection = try open("b")
        let again = try [open("a"), open("a")]
        #expect(again.contains { ObjectIdentifier($0.queue) == first })
        #expect(try again.allSatisfy { try number($0) == 1 })
    }

    @Test func anotherFileAtThePathIsOpened() throws {
        try make("a", 1)
        let first = try ObjectIdentifier(open("a").queue)
        try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("old"))
        try make("a", 2)
        let second = try open("a")
        #expect(ObjectIdentifier(second.queue) != first)
        #expect(try number(second) == 2)
    }

    @Test func aConnectionThatFailedIsNotUsedAgain() throws {
        try make("a", 1)
        var connection = try open("a")
        let first = ObjectIdentifier(connection.queue)
        connection.discard()
        connection = try open("b")
        #expect(try ObjectIdentifier(open("a").queue) != first)
    }

    @Test func fewStayOpen() throws {
        for name in 0..<20 {
            try make("\(name)", name)
            #expect(try number(open("\(name)")) == name)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        #expect(files.filter { $0.hasPrefix(folder.path) }.count <= 4)
    }
}
