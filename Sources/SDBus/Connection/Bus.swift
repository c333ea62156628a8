import CSystemd
import EventLoop
import Glibc

/// A connection to a message bus, or to one peer. Confined to its loop's thread, its release included; no call blocks
/// unless its documentation says so.
///
/// A bus is served until `close`, until the connection is lost, or until the bus is released. Handlers, completions and
/// `onDisconnect` are called on the loop's thread while the bus is served, and never from inside the call that
/// registered them. Only the calls that `close` ends are completed from inside `close`.
public final class Bus {
    /// With this many messages waiting to be written, the peer has stopped reading, and signals for it are dropped.
    /// sd-bus itself would keep 393,216.
    static let queuedMessagesAtMost: UInt64 = 4096

    /// How long sd-bus waits for an answer by default: 25 s, in nanoseconds.
    public static let defaultTimeout: Int64 = 25_000_000_000

    /// Called once, when the connection is lost; not after `close`. All calls that were waiting have been answered by
    /// then.
    public var onDisconnect: (() -> Void)?

    /// Called with a sentence about something that went wrong and has no caller to tell: a signal that could not be
    /// sent, a peer's signal that could not be read.
    public var onWarning: ((String) -> Void)?

    /// Whether calls are served. While false, calls that arrive wait for their turn; signals and answers are handled as
    /// usual. For an owner that takes its name before it can answer.
    public var servesCalls = true

    /// The connection to libsystemd; nil once it is closed or lost.
    private(set) var raw: OpaquePointer?
    let loop: EventLoop
    var pendingCalls: [ObjectIdentifier: PendingCall] = [:]
    var isDroppingSignals = false
    var waitingCalls = FairQueue<WaitingCall>()
    /// The call that is on its way through sd-bus to whoever answers it.
    var servedCall: OpaquePointer?
    private var source: BusSource?

    /// Takes over the caller's reference to a started connection.
    init(consuming raw: OpaquePointer, loop: EventLoop) {
        self.raw = raw
        self.loop = loop
        // Otherwise sd-bus would end the process when told so by the environment.
        sd_bus_set_exit_on_disconnect(raw, 0)
        sortCalls(on: raw)
        let source = BusSource(self)
        self.source = source
        loop.add(source)
    }

    deinit {
        close()
    }

    /// False once the bus is closed or the connection is lost.
    public var isConnected: Bool { raw != nil }

    /// The name that the bus daemon gave this connection, such as `:1.42`; nil on a peer-to-peer connection, and once
    /// the bus is closed. The first use may wait for the daemon's greeting.
    public var uniqueName: String? {
        guard let raw else { return nil }
        var name: UnsafePointer<CChar>?
        guard sd_bus_is_bus_client(raw) > 0, sd_bus_get_unique_name(raw, &name) >= 0, let name else { return nil }
        return String(cString: name)
    }

    /// Sends what is still queued, for a second at most, and ends the connection: names and objects are gone, and calls
    /// that wait for an answer get `disconnected`. Does nothing the second time.
    public func close() {
        checkConfinement()
        guard raw != nil else { return }
        flush()
        release()
        failPendingCalls()
    }

    /// Waits until what has been sent so far is out of the process, for a second at most. Usually it is out already: a
    /// message is queued only while the socket is full.
    public func flush() {
        checkConfinement()
        guard let raw, sd_bus_is_ready(raw) > 0 else { return }
        var queued: UInt64 = 0
        guard sd_bus_get_n_queued_write(raw, &queued) >= 0, queued > 0 else { return }
        // sd_bus_flush would wait for ever for a peer that does not read; a call with a timeout pushes the same queue
        // out.
        _ = try? callAndWait(
            BusCall(
                destination: sd_bus_is_bus_client(raw) > 0 ? BusDaemon.name : nil, path: "/",
                interface: BusDaemon.peer, member: "Ping"), timeout: 1_000_000_000)
    }

    /// Traps on any thread but the loop's (see `EventLoop.checkConfinement`).
    public func checkConfinement() { loop.checkConfinement() }

    // MARK: - Serving

    /// Lets sd-bus do one thing: read, dispatch or write one message. False when there is nothing to be done, or when
    /// the bus is closed.
    func step() -> Bool {
        guard let raw else { return false }
        let result = sd_bus_process(raw, nil)
        // A handler may have closed the bus.
        guard result != 0, self.raw != nil else { return false }
        guard result > 0 else {
            connectionLost()
            return false
        }
        return true
    }

    func warn(_ sentence: String) {
        onWarning?(sentence)
    }

    /// `warn` as a closure that does not keep the bus alive.
    var weakWarn: (String) -> Void {
        { [weak self] in self?.warn($0) }
    }

    private func connectionLost() {
        release()
        failPendingCalls()
        let callback = onDisconnect
        onDisconnect = nil
        callback?()
    }

    private func release() {
        guard let raw else { return }
        self.raw = nil
        if let source { loop.remove(source) }
        source = nil
        waitingCalls.removeAll()
        sd_bus_close_unref(raw)
    }

    private func failPendingCalls() {
        let calls = pendingCalls
        pendingCalls = [:]
        for call in calls.values {
            call.complete(.failure(BusError(.disconnected, "The connection ended before \(call.member) was answered.")))
        }
    }
}
