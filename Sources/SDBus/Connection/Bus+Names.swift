import CSystemd
import Glibc

extension Bus {
    /// Makes this connection the owner of `name`, without queueing for it, and without replacing another owner or
    /// allowing replacement. Publish first: clients look up objects as soon as the name appears. Waits for the daemon's
    /// answer. Does nothing if this connection already owns the name.
    /// - Throws: `nameTaken` if another connection owns the name, `invalidArguments` if it is not a valid bus name.
    public func requestName(_ name: String) throws(BusError) {
        checkConfinement()
        let raw = try connected()
        let result = sd_bus_request_name(raw, name, 0)
        switch result {
        case -EALREADY: return
        case -EEXIST: throw BusError(.nameTaken, "Another program owns the name \(name).")
        case ..<0: throw BusError(errno: result, "Cannot get the name \(name)")
        default: return
        }
    }

    /// Releases `name` without waiting for the answer. Does nothing if this connection does not own the name, or if the
    /// bus is closed.
    public func releaseName(_ name: String) {
        checkConfinement()
        guard let raw else { return }
        let ignoreAnswer: sd_bus_message_handler_t = { _, _, _ in 1 }
        let result = sd_bus_release_name_async(raw, nil, name, ignoreAnswer, nil)
        if result < 0 { warn(BusError(errno: result, "Cannot release the name \(name)").message) }
    }

    func connected() throws(BusError) -> OpaquePointer {
        guard let raw else { throw BusError(.disconnected, "The connection to the bus has ended.") }
        return raw
    }
}
