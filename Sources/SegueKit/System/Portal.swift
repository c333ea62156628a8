import SDBus

/// The desktop's portal on the session bus, for inhibiting suspension (`org.freedesktop.portal.Inhibit`). Belongs to
/// the loop's thread.
final class Portal {
    /// Called with true when the portal appears, and with false when it disappears.
    var onChange: (Bool) -> Void = { _ in }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    /// The portal's flag for suspending. The screen and the session's idleness are not inhibited.
    private static let suspend: UInt32 = 4
    /// The time that the portal has to answer, in nanoseconds, before another service is asked.
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

    /// Requests an inhibition from the portal. The completion is called at least once, and possibly with a failure
    /// after a success, if the desktop then refuses.
    func inhibitSuspend(_ completion: @escaping (Result<Void, BusError>) -> Void) {
        requests += 1
        let token = "segue\(requests)"
        // The portal also returns the path of the request, but a request whose answer is late or lost must be cancelled
        // as well.
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

    /// Cancels the last request.
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
