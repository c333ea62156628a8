import EventLoop
import Logging
import SDBus
import SegueCore
import SegueMPRIS

/// The player's presence on the session bus, from the start on, and again after a reconnection. Belongs to the loop's
/// thread.
final class BusPresence {
    private let access: any PlayerAccess
    private let options: ServiceOptions
    private let logger: Logger
    private let loop: EventLoop
    private var bus: Bus?
    private var servesCalls = false {
        didSet { bus?.servesCalls = servesCalls }
    }
    private var service: MPRISService?
    private var retry: Deadline?
    private var loss: Deadline?
    private var attempts = 0
    /// The time at which the current or the last connection was made.
    private var connected = MonotonicTime.now
    /// Called with the bus once the player is on it, and with nil when the bus is disconnected.
    var onBus: (Bus?) -> Void = { _ in }
    /// Called when the bus has been disconnected for 10 s: it ended with the desktop's session.
    var onLoss: () -> Void = {}
    /// Called if another player has acquired this player's name while the bus was disconnected.
    var onSuccession: () -> Void = {}

    init(access: any PlayerAccess, options: ServiceOptions, logger: Logger, loop: EventLoop) {
        self.access = access
        self.options = options
        self.logger = logger
        self.loop = loop
    }

    /// Opens the bus and acquires the name. Calls that arrive wait until `serve`. Without a bus, the player still
    /// works, and the log has a warning.
    ///
    /// Throws `busError` if the name belongs to another player.
    func appear() throws(AudioPlayerError) {
        loop.checkConfinement()
        guard options.presence != .none else { return }
        do {
            _ = try connect(orAnother: options.presence == .anotherInstance)
        } catch  where error.kind == .nameTaken {
            throw .busError(name: error.name, reason: "another player already has this name.")
        } catch {
            logger.warning("No session bus: media keys and clients can't reach the player. \(error.message)")
            // A bus that disconnects while the player appears may come back.
            if error.kind != .noServer { tryAgain() }
        }
    }

    /// Answers calls from now on, first the calls that have waited.
    func serve() {
        loop.checkConfinement()
        servesCalls = true
    }

    func announce(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) {
        service?.announce(from: old, to: new, effects: effects)
    }

    func announce(_ library: LibraryState) { service?.announce(library) }

    func announce(_ scan: ScanProgress) { service?.announce(scan) }

    /// Releases the name and leaves the bus.
    func close() {
        loop.checkConfinement()
        retry?.cancel()
        retry = nil
        loss?.cancel()
        loss = nil
        service?.close()
        service = nil
        bus?.flush()
        bus?.close()
        bus = nil
    }

    /// Returns the name that the player acquired: with `orAnother`, this is another name if its usual name is taken.
    private func connect(orAnother: Bool) throws(BusError) -> String {
        let bus = try Bus.openUser(on: loop)
        bus.servesCalls = servesCalls
        bus.onWarning = { [logger] in logger.warning("\($0)") }
        let service = MPRISService(bus: bus, access: access)
        try service.publish()
        let name = try service.requestName(instance: instance, orAnother: orAnother)
        bus.onDisconnect = { [weak self] in self?.disconnected() }
        self.bus = bus
        self.service = service
        connected = .now
        loss?.cancel()
        loss = nil
        onBus(bus)
        logger.debug("on the session bus as \(name)")
        return name
    }

    /// The name that the user has given to this player.
    private var instance: String? {
        guard case .named(let instance) = options.presence else { return nil }
        return instance
    }

    private func disconnected() {
        logger.warning("The session bus has disconnected; the player continues and waits for it.")
        service = nil
        bus = nil
        onBus(nil)
        // A bus that breaks each connection immediately is tried less and less often.
        if connected.advanced(byNanoseconds: Self.second) < .now { attempts = 0 }
        tryAgain()
    }

    private static let second: Int64 = 1_000_000_000

    /// Reconnects: immediately, because a client may start another player meanwhile, then every second for half a
    /// minute, and then less often. Ends when the player is on the bus.
    private func tryAgain() {
        attempts += 1
        // The time counts from the disconnection.
        loss =
            loss
            ?? loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 10 * Self.second)) { [weak self] in
                self?.onLoss()
            }
        let pause =
            attempts <= 3 ? Self.second / 50 * Int64(attempts) : Int64(min(max(attempts / 30, 1), 10)) * Self.second
        retry = loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: pause)) { [weak self] in
            guard let self else { return }
            do {
                let name = try connect(orAnother: true)
                logger.info("The session bus is back.")
                let wanted = instance.map(BusNames.instance) ?? BusNames.player
                guard name != wanted, options.presence != .anotherInstance else { return }
                logger.warning(
                    "Another player now owns the name \(wanted). This player is paused, and can be reached as \(name).")
                onSuccession()
            } catch {
                tryAgain()
            }
        }
    }
}
