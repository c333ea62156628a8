import Foundation
import Glibc
import SDBus

/// A computer around a session that sleeps on request: a system bus with the login manager of python3-dbusmock.
final class SleepingComputer: Sendable {
    let observer: BusObserver
    private let session: Session
    private let bus: RunningProgram

    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    /// Runs `body` with a system bus at the address of the session's programs, and its login manager.
    static func run(
        around session: Session, _ body: (SleepingComputer, RunningProgram) async throws -> Void
    ) async throws {
        let computer = try await SleepingComputer(session)
        do {
            let manager = try await computer.startManager()
            try await body(computer, manager)
            manager.send(SIGKILL)
            _ = try await manager.finish()
            await computer.end()
        } catch {
            await computer.end()
            throw error
        }
    }

    private init(_ session: Session) async throws {
        self.session = session
        (bus, observer) = try await session.startBus("unix:path=\(session.folder.path)/system")
    }

    /// Starts the login manager.
    func startManager() async throws -> RunningProgram {
        let mark = await observer.mark()
        let manager = try session.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--system", "--template", "logind"])
        try await observer.sees(Self.name, from: mark)
        return manager
    }

    /// Announces that the computer is about to sleep (true), or has woken up (false).
    func prepareForSleep(_ isStarting: Bool) async throws {
        try await observer.call(
            Self.name, Self.path, "org.freedesktop.DBus.Mock", "EmitSignal", .string(Self.interface),
            .string("PrepareForSleep"), .string("b"), .array(of: "v", [.variant(.boolean(isStarting))]))
    }

    /// Returns the modes of the player's locks: `block`, `delay`.
    func locks() async throws -> Set<String> {
        let reply = try await observer.call(Self.name, Self.path, Self.interface, "ListInhibitors")
        let fields = reply.first?.asArray?.compactMap { $0.asStructure?.map(\.asString) } ?? []
        return Set(fields.filter { $0[0] == "sleep" && $0[1] == "Segue" }.compactMap { $0[3] })
    }

    /// Waits until the player holds exactly these locks.
    func wait(forLocks wanted: Set<String>) async throws {
        while try await locks() != wanted { try Task.checkCancellation() }
    }

    private func end() async {
        observer.close()
        bus.send(SIGTERM)
        _ = try? await bus.finish()
    }
}
