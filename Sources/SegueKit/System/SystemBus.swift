import EventLoop
import Logging
import SDBus

/// The connection to the system bus, which is optional for a player. A lost connection is opened again a few times,
/// with growing pauses. After that, and if there never was a connection, only `connect` opens one.
///
/// Belongs to the loop's thread.
final class SystemBus {
    /// Called with the bus when it is connected, and with nil when it is disconnected.
    var onChange: (Bus?) -> Void = { _ in }

    /// The largest number of automatic attempts, each a second later than the last.
    private static let attemptsAtMost = 5

    private let loop: EventLoop
    private let logger: Logger
    private var bus: Bus?
    private var retry: Deadline?
    private var attempts = 0
    private var isMissed = false

    init(loop: EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
    }

    /// Connects, if there is no connection. Does not wait for the connection.
    func connect() {
        attempts = 0
        attempt()
    }

    func close() {
        retry?.cancel()
        retry = nil
        bus?.close()
        bus = nil
    }

    private func attempt() {
        retry?.cancel()
        retry = nil
        guard bus == nil else { return }
        do {
            let bus = try Bus.openSystem(on: loop)
            bus.onWarning = { [logger] in logger.warning("\($0)") }
            bus.onDisconnect = { [weak self] in self?.disconnected() }
            self.bus = bus
            isMissed = false
            onChange(bus)
        } catch {
            if !isMissed { logger.info("The player is not notified of sleep. \(error.message)") }
            isMissed = true
            if attempts > 0 { tryAgain() }
        }
    }

    private func disconnected() {
        logger.info("The connection to the system bus is lost.")
        bus = nil
        onChange(nil)
        tryAgain()
    }

    private func tryAgain() {
        attempts += 1
        guard attempts <= Self.attemptsAtMost else { return }
        retry = loop.schedule(at: .now.advanced(byNanoseconds: Int64(attempts) * 1_000_000_000)) { [weak self] in
            self?.attempt()
        }
    }
}
