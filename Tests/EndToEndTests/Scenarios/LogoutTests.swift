import Foundation
import Glibc
import Testing

/// A session bus that ends with the desktop's session.
extension EndToEnd {
    @Suite struct Logout {
        @Test("A player whose bus does not come back ends, and the next session goes on with its queue")
        func busEnds() async throws {
            try await Session.run { session in
                try session.configure("fadeInDuration = 0")
                try await session.makeFLAC("one.flac", title: "One", seconds: 60)
                let address = "unix:path=\(session.folder.path)/former"
                let (bus, observer) = try await session.startBus(address)
                let player = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--output", "null", session.music("one.flac").path],
                    environment: ["DBUS_SESSION_BUS_ADDRESS": address])
                try await observer.sees(Session.player)
                observer.close()
                bus.send(SIGTERM)
                _ = try await bus.finish()
                let ended = try await player.finish()
                #expect(ended.status == 0, "\(ended)")
                #expect(ended.errors.contains("The session bus has not come back"), "\(ended)")
                _ = try await session.startDaemon("--output", "null")
                try await Window.awaitOrder(session, ["One"])
            }
        }
    }
}
