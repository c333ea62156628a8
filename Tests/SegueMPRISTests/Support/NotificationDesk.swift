import SDBus
import SegueTestSupport

@testable import SegueMPRIS

/// The desktop's notification service, as the client of a served player.
final class NotificationDesk {
    /// The arguments of each call, in order.
    private(set) var shown: [[BusValue]] = []
    private var slot: Slot?

    init(_ served: ServedPlayer) throws {
        let types = ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]
        slot = try served.buses.client.publish(
            InterfaceDefinition(
                name: DesktopNotification.service,
                methods: [
                    BusMethod(
                        "Notify", in: types.enumerated().map { BusArgument("argument\($0.offset)", $0.element) },
                        out: [BusArgument("id", "u")]
                    ) { [weak self] call in
                        self?.shown.append(call.arguments)
                        return .values([.uint32(7)])
                    }
                ]), at: DesktopNotification.path)
    }
}
