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
    /// Calls `handler` with the unique name of each new owner, and with nil when the name loses its owner. If the owner
    /// changes, nil comes first. Ends when the slot is closed or released.
    /// - Throws: `invalidArguments` for a name that D-Bus does not allow.
    public func watch(name: String, _ handler: @escaping (_ owner: String?) -> Void) throws(BusError) -> Slot {
        guard sd_bus_service_name_is_valid(name) > 0 else {
            throw BusError(.invalidArguments, "\(name) is not a bus name.")
        }
        return try subscribe(
            sender: BusDaemon.name, path: BusDaemon.path, interface: BusDaemon.name, member: BusDaemon.ownerChanged,
            argument: name
        ) { signal in
            let owners = signal.arguments.map(\.asString)
            guard owners.count == 3 else { return }
            if owners[1] != "" { handler(nil) }
            if let owner = owners[2], !owner.isEmpty { handler(owner) }
        }
    }

    /// Calls `handler` for each signal that matches all given values, until the slot is closed or released; nil matches
    /// everything. The subscription covers all signals that the bus daemon handles after this call, so a subsequent
    /// call misses nothing. A signal that can't be read is reported to `onWarning` instead. The first argument of the
    /// signal is `argument`, a string: a client interested in one bus name is not woken for all others.
    /// - Throws: `invalidArguments` for names that D-Bus does not allow. A daemon that rejects the subscription later
    ///   is reported to `onWarning`.
    public func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
        argument: String? = nil, _ handler: @escaping (BusSignal) -> Void
    ) throws(BusError) -> Slot {
        checkConfinement()
        let raw = try connected()
        let context = Unmanaged.passRetained(Subscription(warn: weakWarn, handler))
        var slot: OpaquePointer?
        let rule = Self.rule(
            [("sender", sender), ("path", path), ("interface", interface), ("member", member), ("arg0", argument)])
        let result = sd_bus_add_match_async(
            raw, &slot, rule, Subscription.onMessage, Subscription.onInstalled, context.toOpaque())
        guard result >= 0, let slot else {
            context.release()
            throw BusError(errno: result, "Cannot subscribe to signals")
        }
        return Slot(consuming: slot)
    }

    /// Returns a match rule, as the D-Bus specification defines it. sd-bus rejects values that are not names or paths.
    private static func rule(_ parts: [(key: String, value: String?)]) -> String {
        var rule = "type='signal'"
        for (key, value) in parts {
            guard let value else { continue }
            // Inside quotes, only the quote has a special meaning, and is written outside of them.
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            rule += ",\(key)='\(quoted)'"
        }
        return rule
    }
}

/// A subscription, retained by its sd-bus slot.
private final class Subscription {
    private let warn: (String) -> Void
    private let handler: (BusSignal) -> Void

    init(warn: @escaping (String) -> Void, _ handler: @escaping (BusSignal) -> Void) {
        self.warn = warn
        self.handler = handler
    }

    static let onMessage: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return -EINVAL }
        from(context).deliver(message)
        // 0 passes the message to other subscriptions too.
        return 0
    }

    static let onInstalled: sd_bus_message_handler_t = { reply, context, _ in
        guard let reply, let context else { return -EINVAL }
        from(context).installed(reply)
        return 1
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> Subscription {
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
