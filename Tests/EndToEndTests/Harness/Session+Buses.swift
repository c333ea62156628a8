import Foundation
import SDBus

/// Additional buses, which can end and restart.
extension Session {
    /// Starts a bus unknown to the rest of the session, and an observer on it.
    func startBus(_ address: String) async throws -> (RunningProgram, BusObserver) {
        let bus = try start(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"])
        try await bus.wrote("\n")
        return (bus, try await BusObserver(address: address))
    }
}
