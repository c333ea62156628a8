import SDBus

/// The login manager on the system bus (`org.freedesktop.login1`). Belongs to the loop's thread.
final class LoginManager {
    /// Called with true when the computer is about to sleep, and with false when it is awake again.
    var onSleep: (Bool) -> Void = { _ in }
    /// Called with true when the manager appears, and with false when it disappears.
    var onChange: (Bool) -> Void = { _ in }

    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"
    /// The time that the manager has to answer, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000

    private let bus: Bus
    private var slots: [Slot] = []

    init(bus: Bus) throws(BusError) {
        self.bus = bus
        slots = [
            try bus.watch(name: Self.service) { [weak self] in self?.onChange($0 != nil) },
            try bus.subscribe(
                sender: Self.service, path: Self.path, interface: Self.interface, member: "PrepareForSleep"
            ) { [weak self] signal in
                if let isStarting = signal.arguments.first?.asBoolean { self?.onSleep(isStarting) }
            },
        ]
    }

    /// Requests a lock, which holds until its descriptor is released. `mode` is `block` or `delay`.
    func inhibit(
        _ what: String, because reason: String, mode: String,
        _ completion: @escaping (Result<BusDescriptor, BusError>) -> Void
    ) {
        let call = BusCall(
            destination: Self.service, path: Self.path, interface: Self.interface, member: "Inhibit",
            arguments: [.string(what), .string("Segue"), .string(reason), .string(mode)])
        bus.call(call, timeout: Self.patience) { result in
            completion(
                result.flatMap { values in
                    values.first?.asDescriptor.map { .success($0) }
                        ?? .failure(BusError(.failed, "The login manager gave no lock."))
                })
        }
    }
}
