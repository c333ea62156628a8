import CSystemd
import Glibc

/// A signal that has arrived.
public struct BusSignal: Sendable, Hashable {
    /// The unique name of the sender; nil on a peer-to-peer connection.
    public var sender: String?
    public var path: String
    public var interface: String
    public var member: String
    public var arguments: [BusValue]

    public init(sender: String?, path: String, interface: String, member: String, arguments: [BusValue]) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

extension Bus {
    /// Calls `handler` for each signal that matches everything given, until the slot is closed or released; nil matches
    /// everything. The subscription covers all that the bus daemon handles after this call, so a call made next misses
    /// nothing. A signal that cannot be read goes to `onWarning` instead.
    /// - Throws: `invalidArguments` for names that D-Bus does not allow. A daemon that refuses later is reported to
    ///   `onWarning`.
    public func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
        _ handler: @escaping (BusSignal) -> Void
    ) throws(BusError) -> Slot {
        checkConfinement()
        let raw = try connected()
        let context = Unmanaged.passRetained(Subscription(warn: weakWarn, handler))
        var slot: OpaquePointer?
        let result = sd_bus_match_signal_async(
            raw, &slot, sender, path, interface, member,
            { message, context, _ in
                guard let message, let context else { return -EINVAL }
                Subscription.from(context).deliver(message)
                // 0 lets other subscriptions have the message too.
                return 0
            },
            { reply, context, _ in
                guard let reply, let context else { return -EINVAL }
                Subscription.from(context).installed(reply)
                return 1
            }, context.toOpaque())
        guard result >= 0, let slot else {
            context.release()
            throw BusError(errno: result, "Cannot subscribe to signals")
        }
        return Slot(consuming: slot)
    }
}

/// A subscription, as its sd-bus slot holds it.
private final class Subscription {
    private let warn: (String) -> Void
    private let handler: (BusSignal) -> Void

    init(warn: @escaping (String) -> Void, _ handler: @escaping (BusSignal) -> Void) {
        self.warn = warn
        self.handler = handler
    }

    static func from(_ context: UnsafeMutableRawPointer) -> Subscription {
        Unmanaged<Subscription>.fromOpaque(context).takeUnretainedValue()
    }

    func deliver(_ raw: OpaquePointer) {
        let message = Message(borrowing: raw)
        // Several subscriptions may read the same message.
        sd_bus_message_rewind(raw, 1)
        do throws(BusError) {
            var reader = MessageReader(message: raw)
            let arguments = try reader.readAll()
            handler(
                BusSignal(
                    sender: message.sender, path: message.path, interface: message.interface, member: message.member,
                    arguments: arguments))
        } catch {
            warn("The signal \(message.interface).\(message.member) was left out. \(error.message)")
        }
    }

    func installed(_ raw: OpaquePointer) {
        guard let error = Message(borrowing: raw).error else { return }
        warn("The bus refused a subscription. \(error.message)")
    }
}
