import CSystemd
public import EventLoop
import Glibc

extension Bus {
    /// The user's session bus (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`). The bus connects while the
    /// loop runs.
    ///
    /// Everyone on that bus runs as the same user, so every method may be called by everyone.
    /// - Throws: `noServer` when there is none, or whatever else the socket reports.
    public static func openUser(on loop: EventLoop) throws(BusError) -> Bus {
        var raw: OpaquePointer?
        let result = sd_bus_open_user(&raw)
        guard result >= 0, let raw else { throw BusError(errno: result, "There is no session bus to connect to") }
        return Bus(consuming: raw, loop: loop)
    }

    /// The bus of the computer (`DBUS_SYSTEM_BUS_ADDRESS`, else where D-Bus has it). The bus connects while the loop
    /// runs, and what happens to it meanwhile is told by `onDisconnect`.
    ///
    /// Everybody is on that bus: nothing is to be published there.
    /// - Throws: `noServer` when there is none, or whatever else the socket reports.
    public static func openSystem(on loop: EventLoop) throws(BusError) -> Bus {
        var raw: OpaquePointer?
        let result = sd_bus_open_system(&raw)
        guard result >= 0, let raw else { throw BusError(errno: result, "There is no system bus to connect to") }
        return Bus(consuming: raw, loop: loop)
    }

    /// The bus at a D-Bus address, such as `unix:path=/run/user/1000/bus`; otherwise like `openUser`.
    /// - Throws: `noServer` when nothing listens there or when it is not an address at all.
    public static func openAddress(_ address: String, on loop: EventLoop) throws(BusError) -> Bus {
        let raw = try started("There is no bus at \(address) to connect to") { raw in
            [sd_bus_set_address(raw, address), sd_bus_set_bus_client(raw, 1)]
        }
        return Bus(consuming: raw, loop: loop)
    }

    /// One end of a connected stream socket, with no bus daemon in between: no names, and nobody but the peer to talk
    /// to. For embedding and for tests. The peer is trusted with every method. One of the two ends has to be the
    /// server. From here on the descriptor belongs to the bus, and is closed even when this throws.
    /// - Throws: `invalidArguments` when the descriptor is not a socket.
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

    /// A new connection, set up by `configure` and started. The first negative result of any step is thrown.
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
