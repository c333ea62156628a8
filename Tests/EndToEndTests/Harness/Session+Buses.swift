import Foundation
import SDBus

/// Buses beside the session's own, which can go and come back.
extension Session {
    /// Starts a bus of which nothing in the session knows, and somebody who hears what is said on it.
    func startBus(_ address: String) async throws -> (RunningProgram, BusObserver) {
        let bus = try start(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"])
        try await bus.wrote("\n")
        return (bus, try await BusObserver(address: address))
    }
}
