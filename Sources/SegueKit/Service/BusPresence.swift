import EventLoop
import Logging
import SDBus
import SegueCore
import SegueMPRIS

/// The player's place on the session bus: from the start on, and again after the bus has gone and come back. Belongs to
/// the loop's thread.
final class BusPresence {
    private let access: any PlayerAccess
    private let options: ServiceOptions
    private let logger: Logger
    private let loop: EventLoop
    private var bus: Bus?
    private var service: MPRISService?
    private var retry: Deadline?
    private var attempts = 0
    /// The player is on this bus; nil when the bus is gone.
    var onBus: (Bus?) -> Void = { _ in }

    init(access: any PlayerAccess, options: ServiceOptions, logger: Logger, loop: EventLoop) {
        self.access = access
        self.options = options
        self.logger = logger
        self.loop = loop
    }

    /// Opens the bus and takes the name. Without a bus, the player works all the same, and the log says so.
    ///
    /// Throws `busError` when the name belongs to another player.
    func appear() throws(AudioPlayerError) {
        loop.checkConfinement()
        guard options.presence != .none else { return }
        do {
            try connect()
        } catch  where error.kind == .nameTaken {
            throw .busError(name: error.name, reason: "another player has this name already.")
        } catch {
            logger.warning("No session bus: media keys and clients can't reach the player. \(error.message)")
        }
    }

    func announce(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) {
        service?.announce(from: old, to: new, effects: effects)
    }

    func announce(_ scan: ScanProgress) { service?.announce(scan) }

    /// Gives the name back and leaves the bus.
    func close() {
        loop.checkConfinement()
        retry?.cancel()
        retry = nil
        service?.close()
        service = nil
        bus?.flush()
        bus?.close()
        bus = nil
    }

    private func connect() throws(BusError) {
        let bus = try Bus.openUser(on: loop)
        bus.onWarning = { [logger] in logger.warning("\($0)") }
        let service = MPRISService(bus: bus, access: access)
        try service.publish()
        let name =
            if case .named(let instance) = options.presence {
                try service.requestName(instance: instance)
            } else {
                try service.requestName(newInstance: options.presence == .anotherInstance)
            }
        bus.onDisconnect = { [weak self] in self?.disconnected() }
        self.bus = bus
        self.service = service
        attempts = 0
        onBus(bus)
        logger.debug("on the session bus as \(name)")
    }

    private func disconnected() {
        logger.warning("The session bus is gone; the player goes on and waits for it.")
        service = nil
        bus = nil
        onBus(nil)
        tryAgain()
    }

    /// With growing pauses, and only as long as the bus is away.
    private func tryAgain() {
        attempts += 1
        let pause = Int64(min(attempts, 10)) * 1_000_000_000
        retry = loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: pause)) { [weak self] in
            guard let self else { return }
            do {
                try connect()
                logger.info("The session bus is back.")
            } catch {
                tryAgain()
            }
        }
    }
}
