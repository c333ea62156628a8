public import EventLoop
import Glibc
public import SDBus

/// Two connections in one process, from one to the other without a bus daemon, served by one loop on the test's thread.
public final class PeerBuses {
    public let loop: EventLoop
    public let server: Bus
    public let client: Bus
    /// The warnings of both sides.
    public private(set) var warnings: [String] = []

    /// Creates the connections on a separate loop, or on `loop`.
    public init(loop: EventLoop? = nil) throws {
        let loop = try loop ?? EventLoop()
        let ends = try PeerBuses.socketPair()
        self.loop = loop
        server = try Bus.openPeer(descriptor: ends.0, isServer: true, on: loop)
        client = try Bus.openPeer(descriptor: ends.1, isServer: false, on: loop)
        server.onWarning = { [weak self] in self?.warnings.append("server: " + $0) }
        client.onWarning = { [weak self] in self?.warnings.append("client: " + $0) }
    }

    /// Returns two connected stream sockets, non-blocking.
    public static func socketPair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw EventLoopError(call: "socketpair", code: errno)
        }
        return (ends[0], ends[1])
    }

    /// Serves both sides until `condition` holds; returns false after a minute.
    public func run(until condition: @escaping () -> Bool) -> Bool {
        loop.run(until: condition)
    }

    /// Makes a call from the client to the server, and returns the reply.
    public func call(
        _ member: String, of interface: String?, at path: String, _ arguments: [BusValue] = []
    ) throws -> [BusValue] {
        var result: Result<[BusValue], BusError>?
        client.call(BusCall(path: path, interface: interface, member: member, arguments: arguments)) { result = $0 }
        _ = run(until: { result != nil })
        return try (result ?? .failure(BusError(.noReply, "The loop gave up waiting for \(member)."))).get()
    }

    /// Returns the value of a property, without its variant.
    public func get(_ property: String, of interface: String, at path: String) throws -> BusValue {
        let values = try call(
            "Get", of: "org.freedesktop.DBus.Properties", at: path, [.string(interface), .string(property)])
        guard values.count == 1 else { throw BusError(.failed, "Get answered \(values.count) values.") }
        return values[0].unwrapped
    }

    /// Returns all properties of an interface.
    public func getAll(of interface: String, at path: String) throws -> [String: BusValue] {
        let values = try call("GetAll", of: "org.freedesktop.DBus.Properties", at: path, [.string(interface)])
        guard let properties = values.first?.asProperties else {
            throw BusError(.failed, "GetAll answered no dictionary.")
        }
        return properties
    }

    /// Sets a property.
    public func set(_ property: String, of interface: String, at path: String, to value: BusValue) throws {
        _ = try call(
            "Set", of: "org.freedesktop.DBus.Properties", at: path,
            [.string(interface), .string(property), .variant(value)])
    }

    /// Returns the introspection XML of a path.
    public func introspect(_ path: String) throws -> String {
        let values = try call("Introspect", of: "org.freedesktop.DBus.Introspectable", at: path)
        return values.first?.asString ?? ""
    }
}
