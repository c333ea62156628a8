import SDBus

/// The window of the player, a program of its own: whether there is one, because it runs or because the bus can start
/// it, and how it is brought up. Belongs to the bus's loop.
final class WindowPresence {
    /// Called when the window has become available, or is not any more.
    var onChange: ((Bool) -> Void)?
    private(set) var isAvailable = false

    private let bus: Bus
    private var slot: Slot?
    private var isInstalled = false

    init(bus: Bus) {
        self.bus = bus
    }

    /// Finds out whether there is a window, and waits for the bus's answer: clients ask for everything the moment the
    /// player's name appears. From then on the bus tells. Without a bus daemon, there is none.
    func look() {
        guard bus.uniqueName != nil else { return }
        slot = try? bus.watch(name: BusNames.window) { [weak self] in self?.changed(isRunning: $0 != nil) }
        isInstalled = ask(BusDaemon.call("ListActivatableNames"))?.asStrings?.contains(BusNames.window) == true
        let isRunning = ask(BusDaemon.call("NameHasOwner", .string(BusNames.window)))?.asBoolean == true
        isAvailable = isInstalled || isRunning
    }

    /// Brings the window up; the bus starts it if it does not run. Nobody waits for it.
    func raise(_ platformData: [String: BusValue]) {
        let call = BusCall(
            destination: BusNames.window, path: BusNames.windowPath, interface: BusNames.applicationInterface,
            member: "Activate", arguments: [.properties(platformData)])
        bus.call(call) { _ in }
    }

    private func changed(isRunning: Bool) {
        let isAvailable = isInstalled || isRunning
        guard isAvailable != self.isAvailable else { return }
        self.isAvailable = isAvailable
        onChange?(isAvailable)
    }

    private func ask(_ call: BusCall) -> BusValue? {
        (try? bus.callAndWait(call, timeout: 1_000_000_000))?.first
    }
}
