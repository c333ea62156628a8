import SDBus

/// The availability of the player's window, a separate program. The window is available if it is running, or if the bus
/// can start it. Confined to the bus's loop.
final class WindowPresence {
    /// Called when the window becomes available or unavailable.
    var onChange: ((Bool) -> Void)?
    private(set) var isAvailable = false

    private let bus: Bus
    private var slot: Slot?
    private var isInstalled = false

    init(bus: Bus) {
        self.bus = bus
    }

    /// Determines whether a window is available. Blocks until the bus replies, because clients query everything when
    /// the player's name appears. Later changes come from signals of the bus. Without a bus daemon, no window is
    /// available.
    func look() {
        guard bus.uniqueName != nil else { return }
        slot = try? bus.watch(name: BusNames.window) { [weak self] in self?.changed(isRunning: $0 != nil) }
        isInstalled = ask(BusDaemon.call("ListActivatableNames"))?.asStrings?.contains(BusNames.window) == true
        let isRunning = ask(BusDaemon.call("NameHasOwner", .string(BusNames.window)))?.asBoolean == true
        isAvailable = isInstalled || isRunning
    }

    /// Raises the window. If the window is not running, the bus starts it. Does not wait for the reply.
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
