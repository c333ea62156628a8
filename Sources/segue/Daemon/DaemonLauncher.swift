import Glibc
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// Starts the player if none is running, and waits until its name is on the bus.
///
/// If an activation file is installed, the bus starts the player, so that it belongs to the session like every other
/// service. Otherwise this executable is started as `segue daemon`, detached from the terminal, with its messages in
/// the log.
final class DaemonLauncher {
    /// Enough time for a slow disk and a first scan of the plug-ins, in nanoseconds.
    private static let limit: Int64 = 20_000_000_000

    private let client: PlayerClient
    private var slot: Slot?
    private var failure: CommandFailure?

    /// Returns once a player is on the bus.
    ///
    /// Throws `CommandFailure` if the player ends immediately, or if its name does not appear in time.
    static func ensureRunning(_ client: PlayerClient) throws {
        guard client.name == nil else { return }
        try DaemonLauncher(client).start()
    }

    private init(_ client: PlayerClient) {
        self.client = client
    }

    private func start() throws {
        do {
            slot = try client.bus.watch(name: PlayerInstance.chosen.busName) { [client] owner in
                if owner != nil { client.loop.stop() }
            }
            // Looks again, because another player may have started before the subscription.
            try client.refresh()
            guard client.name == nil else { return }
            let isActivated = try isActivatable() && activate()
            let child = isActivated ? nil : try DaemonProcess()
            let children = try SignalSource([SIGCHLD]) { [weak self] _ in
                guard let child, child.hasEnded else { return }
                self?.fail(child.lastWords)
            }
            client.loop.add(children)
            client.loop.schedule(at: .now.advanced(byNanoseconds: Self.limit)) { [weak self] in
                self?.fail("it did not appear on the session bus within \(Self.limit / 1_000_000_000) s")
            }
            client.loop.run()
            client.loop.remove(children)
            slot = nil
            if let failure { throw failure }
            try client.refresh()
        } catch let error as BusError {
            throw PlayerClient.failure(error)
        } catch let error as EventLoopError {
            throw CommandFailure("The player could not be started: \(error).")
        }
    }

    private func fail(_ reason: String) {
        failure = CommandFailure("The player could not be started: \(reason).")
        client.loop.stop()
    }

    private func isActivatable() throws(BusError) -> Bool {
        let reply = try client.bus.callAndWait(BusDaemon.call("ListActivatableNames"))
        return reply.first?.asStrings?.contains(PlayerInstance.chosen.busName) == true
    }

    /// Asks the bus to start the player. Returns false if the bus cannot start the program in the activation file,
    /// which may belong to a removed installation.
    private func activate() -> Bool {
        let call = BusDaemon.call("StartServiceByName", .string(PlayerInstance.chosen.busName), .uint32(0))
        return (try? client.bus.callAndWait(call)) != nil
    }
}
