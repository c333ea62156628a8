import CSystemd
public import EventLoop
import Glibc

extension Bus {
    /// Opens the user's session bus (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`). The bus connects while
    /// the loop runs.
    ///
    /// All peers on that bus run as the same user, so every peer may call every method.
    /// - Throws: `noServer` if there is none, or another error of the socket.
    public static func openUser(on loop: EventLoop) throws(BusError) -> Bus {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), address.contains("guid=") {
            return try openAddress(withoutIdentity(address), on: loop)
        }
        var raw: OpaquePointer?
        let result = sd_bus_open_user(&raw)
        guard result >= 0, let raw else { throw BusError(errno: result, "There is no session bus to connect to") }
        return Bus(consuming: raw, loop: loop)
    }

    /// Returns the address without the identity of its bus. A bus passes its identity to the programs that it starts;
    /// after a restart, the bus at the same address has another one, and would be refused.
    static func withoutIdentity(_ address: String) -> String {
        address.split(separator: ";").map { place in
            guard let colon = place.firstIndex(of: ":") else { return String(place) }
            let values = place[place.index(after: colon)...].split(separator: ",").filter { !$0.hasPrefix("guid=") }
            return place[...colon] + values.joined(separator: ",")
        }.joined(separator: ";")
    }

    /// Opens the system bus (`DBUS_SYSTEM_BUS_ADDRESS`, else D-Bus's default). The bus connects while the loop runs; a
    /// failure is reported by `onDisconnect`.
    ///
    /// All users share that bus: nothing may be published there.
    /// - Throws: `noServer` if there is none, or another error of the socket.
    public static func openSystem(on loop: EventLoop) throws(BusError) -> Bus {
        var raw: OpaquePointer?
        let result = sd_bus_open_system(&raw)
        guard result >= 0, let raw else { throw BusError(errno: result, "There is no system bus to connect to") }
        return Bus(consuming: raw, loop: loop)
    }

    /// Opens the bus at a D-Bus address, such as `unix:path=/run/user/1000/bus`; otherwise like `openUser`.
    /// - Throws: `noServer` if nothing listens there or if the text is not an address.
    public static func openAddress(_ address: String, on loop: EventLoop) throws(BusError) -> Bus {
        let raw = try started("There is no bus at \(address) to connect to") { raw in
            [sd_bus_set_address(raw, address), sd_bus_set_bus_client(raw, 1)]
        }
        return Bus(consuming: raw, loop: loop)
    }

    /// Opens one end of a connected stream socket, without a bus daemon: there are no names, and only one peer. For
    /// embedding and for tests. The peer is trusted with every method. One of the two ends has to be the server. From
    /// now on the descriptor belongs to the bus, and is closed even if this throws.
    /// - Throws: `invalidArguments` if the descriptor is not a socket.
    public static func openPeer(descriptor: Int32, isServer: Bool, on loop: EventLoop) throws(BusError) -> Bus {
        var identity = sd_id128_t()
        sd_id128_randomize(&identity)
        var isTaken = false
        do throws(BusError) {
            let raw = try started("Cannot talk on the socket") { raw in
                var results = [sd_bus_set_fd(raw, descriptor, descriptor)]
                isTaken = results[0] >= 0
                if isServer { results.append(sd_bus_set_server(raw, 1, identity)) }
                results.append(sd_bus_set_anonymous(raw, 1))
                return results
            }
            return Bus(consuming: raw, loop: loop)
        } catch {
            if !isTaken { Glibc.close(descriptor) }
            throw error
        }
    }

    /// Returns a new connection, set up by `configure` and started. The first negative result of any step is thrown.
    private static func started(
        _ action: String, configure: (OpaquePointer) -> [Int32]
    ) throws(BusError) -> OpaquePointer {
        var made: OpaquePointer?
        let result = sd_bus_new(&made)
        guard result >= 0, let raw = made else { throw BusError(errno: result, action) }
        var results = configure(raw)
        results.append(sd_bus_set_trusted(raw, 1))
        let failure = results.first { $0 < 0 } ?? sd_bus_start(raw)
        guard failure >= 0 else {
            sd_bus_unref(raw)
            throw BusError(errno: failure, action)
        }
        return raw
    }
}
