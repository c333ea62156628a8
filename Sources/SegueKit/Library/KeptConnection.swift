import EventLoop
import GRDB
import SegueFiles

/// A connection to a database. A connection that is no longer used stays open, among a few others, for the next use of
/// the same file.
///
/// The queue of a connection is never deallocated. That would run a block on a thread of libdispatch, whose monitor
/// then wakes the process once a second for the rest of its life.
final class KeptConnection: Sendable {
    /// The purpose of a connection.
    enum Purpose: Hashable {
        case reading
        case writing
    }

    private struct Idle {
        let queue: DatabaseQueue
        let purpose: Purpose
        let path: String
        let file: FileIdentity
    }

    /// The largest number of idle connections.
    private static let most = 4
    /// The idle connections, the last one used last.
    private static let stock = Locked<[Idle]>([])

    let queue: DatabaseQueue
    private let purpose: Purpose
    private let path: String
    /// Nil if the file could not be found after it was opened.
    private let file: FileIdentity?
    private let isDiscarded = Locked(false)

    /// Takes an idle connection to this very file, or opens one. Throws the errors of `open`.
    init(_ path: String, for purpose: Purpose, _ open: () throws -> DatabaseQueue) throws {
        self.purpose = purpose
        self.path = path
        if let file = try? FileIdentity(of: LocalPath(path)), let idle = Self.take(path, file, purpose) {
            queue = idle
            self.file = file
        } else {
            queue = try open()
            file = try? FileIdentity(of: LocalPath(path))
        }
    }

    /// Closes the connection after its last use, because it has failed.
    func discard() { isDiscarded.withLock { $0 = true } }

    deinit {
        guard let file, !isDiscarded.withLock({ $0 }) else { return Self.end(queue) }
        if purpose == .writing { try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        queue.releaseMemory()
        let idle = Idle(queue: queue, purpose: purpose, path: path, file: file)
        let surplus: DatabaseQueue? = Self.stock.withLock { stock in
            stock.append(idle)
            return stock.count > Self.most ? stock.removeFirst().queue : nil
        }
        if let surplus { Self.end(surplus) }
    }

    /// Returns the idle connection to a file, and closes those to former files at its path.
    private static func take(_ path: String, _ file: FileIdentity, _ purpose: Purpose) -> DatabaseQueue? {
        let (found, former): (DatabaseQueue?, [DatabaseQueue]) = stock.withLock { stock in
            func isFormer(_ idle: Idle) -> Bool { idle.path == path && idle.file != file }
            let former = stock.filter(isFormer).map(\.queue)
            stock.removeAll(where: isFormer)
            let place = stock.firstIndex { $0.path == path && $0.purpose == purpose }
            return (place.map { stock.remove(at: $0).queue }, former)
        }
        for queue in former { end(queue) }
        return found
    }

    /// Closes the connection, and keeps the queue allocated.
    private static func end(_ queue: DatabaseQueue) {
        try? queue.close()
        _ = Unmanaged.passRetained(queue)
    }
}
