import SDBus

/// The desktop's portal on the session bus, as far as it keeps the computer from suspending
/// (`org.freedesktop.portal.Inhibit`). Belongs to the loop's thread.
final class Portal {
    /// The portal has come, or gone.
    var onChange: (Bool) -> Void = { _ in }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    /// Of the portal's flags, the one for suspending. The screen and the session's idleness are left alone.
    private static let suspend: UInt32 = 4
    /// How many nanoseconds the portal has to answer, before somebody else is asked.
    private static let patience: Int64 = 1_000_000_000

    private let bus: Bus
    private var presence: Slot?
    private var request: String?
    private var response: Slot?
    private var requests = 0

    init(bus: Bus) throws(BusError) {
        self.bus = bus
        presence = try bus.watch(name: Self.service) { [weak self] in self?.onChange($0 != nil) }
    }

    /// Asks the portal. `completion` is called at least once: with a failure also after a success, when the desktop
    /// turns out not to do it.
    func inhibitSuspend(_ completion: @escaping (Result<Void, BusError>) -> Void) {
        requests += 1
        let token = "segue\(requests)"
        // The portal says the path of the request too, but an answer that is late or lost has to be taken back as well.
        let sender = (bus.uniqueName ?? "").drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }
        let request = "\(Self.path)/request/\(String(sender))/\(token)"
        self.request = request
        response = try? bus.subscribe(path: request, interface: "org.freedesktop.portal.Request", member: "Response") {
            guard let code = $0.arguments.first?.asInt64, code != 0 else { return }
            completion(.failure(BusError(.failed, "The desktop answers with \(code).")))
        }
        bus.call(
            BusCall(
                destination: Self.service, path: Self.path, interface: "org.freedesktop.portal.Inhibit",
                member: "Inhibit",
                arguments: [
                    .string(""), .uint32(Self.suspend),
                    .properties(["handle_token": .string(token), "reason": .string("Music plays")]),
                ]), timeout: Self.patience
        ) { completion($0.map { _ in }) }
    }

    /// Takes back what was asked for last.
    func release() {
        response = nil
        guard let request else { return }
        self.request = nil
        bus.call(
            BusCall(
                destination: Self.service, path: request, interface: "org.freedesktop.portal.Request", member: "Close",
                startsDestination: false)
        ) { _ in }
    }
}
