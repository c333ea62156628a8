import EventLoop
import Logging
import SDBus
import SegueCore

/// The interplay of the player and the computer's sleep (design.md, Sleep). The computer is kept awake while music is
/// audible, and sleeps once the player has paused. Belongs to the loop's thread.
final class SystemSleep {
    private let loop: EventLoop
    private let shell: PlayerShell
    private let logger: Logger
    private let system: SystemBus
    private let inhibition: SuspendInhibition
    private var manager: LoginManager?
    /// The delay lock: while it is held, the computer waits a few seconds before it sleeps.
    private var delay: BusDescriptor?
    private var isClosed = false

    init(shell: PlayerShell, loop: EventLoop, logger: Logger) {
        self.loop = loop
        self.shell = shell
        self.logger = logger
        system = SystemBus(loop: loop, logger: logger)
        inhibition = SuspendInhibition(logger: logger)
    }

    /// Connects to the system bus, if there is one.
    func start() {
        loop.checkConfinement()
        inhibition.onChange = { [shell] in shell.receive(.system(.inhibited(by: $0))) }
        system.onChange = { [weak self] in self?.use(system: $0) }
        system.connect()
    }

    /// Allows the computer to sleep. Later calls do nothing.
    func close() {
        loop.checkConfinement()
        isClosed = true
        inhibition.onChange = { _ in }
        inhibition.isWanted = false
        manager = nil
        delay = nil
        system.close()
    }

    /// Sets the session bus of the player; nil when the bus is disconnected.
    func use(session bus: Bus?) {
        loop.checkConfinement()
        inhibition.use(attempt { () throws(BusError) in try bus.map { bus throws(BusError) in try Portal(bus: bus) } })
    }

    /// Follows the player from one step to the next.
    func follow(_ old: Snapshot, _ new: Snapshot) {
        loop.checkConfinement()
        guard !isClosed else { return }
        if new.isReadyForSleep { delay = nil }
        if new.isSounding, !old.isSounding { system.connect() }
        inhibition.isWanted = new.isSounding
    }

    private func use(system bus: Bus?) {
        forgetSleep()
        manager = attempt { () throws(BusError) in try bus.map { bus throws(BusError) in try LoginManager(bus: bus) } }
        manager?.onSleep = { [weak self] in self?.sleep($0) }
        manager?.onChange = { [weak self] isThere in
            if isThere { self?.takeDelay() } else { self?.forgetSleep() }
            self?.inhibition.change(.login1, isThere)
        }
        inhibition.use(manager)
        takeDelay()
    }

    private func sleep(_ isStarting: Bool) {
        shell.receive(.system(isStarting ? .willSleep : .woke))
        if !isStarting { takeDelay() }
    }

    /// Ends the handling of a sleep, whose end can't be reported without a login manager.
    private func forgetSleep() {
        delay = nil
        if manager != nil { shell.receive(.system(.woke)) }
    }

    private func takeDelay() {
        manager?.inhibit("sleep", because: "The music fades out", mode: "delay") { [weak self] result in
            guard let self else { return }
            switch result {
            // The computer may already be asleep: then there is nothing left to delay.
            case .success(let lock): if !shell.snapshot.isReadyForSleep { delay = lock }
            case .failure(let error):
                logger.info("The computer does not wait for the music to fade out. \(error.message)")
            }
        }
    }

    private func attempt<Value>(_ make: () throws(BusError) -> Value?) -> Value? {
        do throws(BusError) {
            return try make()
        } catch {
            logger.warning("\(error.message)")
            return nil
        }
    }
}
