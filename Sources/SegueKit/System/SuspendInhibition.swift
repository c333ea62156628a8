import Logging
import SDBus
import SegueCore

/// Keeps the computer from suspending, through the services that can do so (design.md, Sleep). No call waits for an
/// answer. Belongs to the loop's thread.
final class SuspendInhibition {
    /// Called when another service, or none any more, keeps the computer from suspending.
    var onChange: (SuspendInhibitor?) -> Void = { _ in }

    private let logger: Logger
    private var machine = InhibitionMachine()
    private var told: SuspendInhibitor?
    private var portal: Portal?
    private var manager: LoginManager?
    private var lock: BusDescriptor?

    init(logger: Logger) {
        self.logger = logger
    }

    /// True if the computer must be kept from suspending.
    var isWanted = false {
        didSet { if isWanted != oldValue { carryOut(machine.want(isWanted)) } }
    }

    /// Sets the portal on the session bus; nil while there is no bus.
    func use(_ portal: Portal?) {
        carryOut(machine.lose(.portal))
        self.portal = portal
        portal?.onChange = { [weak self] isThere in self?.change(.portal, isThere) }
        if portal != nil { change(.portal, true) }
    }

    /// Sets the login manager on the system bus; nil while there is no bus.
    func use(_ manager: LoginManager?) {
        carryOut(machine.lose(.login1))
        self.manager = manager
        if manager != nil { change(.login1, true) }
    }

    /// Handles the appearance or disappearance of the service.
    func change(_ inhibitor: SuspendInhibitor, _ isThere: Bool) {
        carryOut(isThere ? machine.reach(inhibitor) : machine.lose(inhibitor))
    }

    private func carryOut(_ actions: [InhibitionMachine.Action]) {
        for action in actions {
            switch action {
            case .ask(.portal, let number):
                portal?.inhibitSuspend { [weak self] in self?.take($0, number, "The desktop's portal") }
            case .ask(.login1, let number):
                manager?.inhibit("sleep", because: "Music plays", mode: "block") { [weak self] result in
                    if case .success(let lock) = result { self?.keep(lock, number) }
                    self?.take(result.map { _ in }, number, "The login manager")
                }
            case .release(.portal): portal?.release()
            case .release(.login1): lock = nil
            }
        }
        guard machine.inhibitor != told else { return }
        told = machine.inhibitor
        onChange(told)
    }

    /// Keeps a lock; a lock that comes too late is released immediately.
    private func keep(_ lock: BusDescriptor, _ number: Int) {
        if machine.state == .asking(.login1, number: number) { self.lock = lock }
    }

    private func take(_ result: Result<Void, BusError>, _ number: Int, _ who: String) {
        if case .failure(let error) = result {
            logger.info("\(who) does not prevent the computer from suspending. \(error.message)")
            return carryOut(machine.answer(number, isGranted: false))
        }
        carryOut(machine.answer(number, isGranted: true))
    }
}
