import CSystemd
import EventLoop
import Glibc

/// A connection to a message bus, or to one peer. Confined to its loop's thread, including its release. No call blocks
/// unless its documentation says so.
///
/// A bus is served until `close`, until the connection is lost, or until the bus is released. Handlers, completions and
/// `onDisconnect` are called on the loop's thread while the bus is served, and never from inside the call that
/// registered them. Only the calls that `close` ends are completed from inside `close`.
public final class Bus {
    /// The maximum number of messages waiting to be written. Beyond it, the peer counts as not reading, and signals for
    /// it are dropped. sd-bus itself would keep 393,216.
    static let queuedMessagesAtMost: UInt64 = 4096

    /// The default timeout of sd-bus for an answer: 25 s, in nanoseconds.
    public static let defaultTimeout: Int64 = 25_000_000_000

    /// Called once, when the connection is lost; not after `close`. All waiting calls have been completed by then.
    public var onDisconnect: (() -> Void)?

    /// Called with a sentence about a failure that has no caller: a signal that could not be sent, or could not be
    /// read.
    public var onWarning: ((String) -> Void)?

    /// True if calls are served. While false, arriving calls wait for their turn; signals and answers are handled as
    /// usual. For an owner that takes its name before it can answer.
    public var servesCalls = true

    /// The connection to libsystemd; nil once it is closed or lost.
    private(set) var raw: OpaquePointer?
    let loop: EventLoop
    var pendingCalls: [ObjectIdentifier: PendingCall] = [:]
    var isDroppingSignals = false
    var waitingCalls = FairQueue<WaitingCall>()
    /// The call that is being passed through sd-bus to its handler.
    var servedCall: OpaquePointer?
    private var source: BusSource?

    /// Takes ownership of the caller's reference to a started connection.
    init(consuming raw: OpaquePointer, loop: EventLoop) {
        self.raw = raw
        self.loop = loop
        // Otherwise the environment could make sd-bus end the process.
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

    /// The name assigned by the bus daemon to this connection, such as `:1.42`; nil on a peer-to-peer connection, and
    /// once the bus is closed. The first use may wait for the daemon's greeting.
    public var uniqueName: String? {
        guard let raw else { return nil }
        var name: UnsafePointer<CChar>?
        guard sd_bus_is_bus_client(raw) > 0, sd_bus_get_unique_name(raw, &name) >= 0, let name else { return nil }
        return String(cString: name)
    }

    /// Sends all queued messages, for at most one second, and ends the connection. Names and objects are removed, and
    /// calls that wait for an answer fail with `disconnected`. Does nothing the second time.
    public func close() {
        checkConfinement()
        guard raw != nil else { return }
        flush()
        release()
        failPendingCalls()
    }

    /// Waits until all sent messages have left the process, for at most one second. Usually they already have: a
    /// message is queued only while the socket is full.
    public func flush() {
        checkConfinement()
        guard let raw, sd_bus_is_ready(raw) > 0 else { return }
        var queued: UInt64 = 0
        guard sd_bus_get_n_queued_write(raw, &queued) >= 0, queued > 0 else { return }
        // sd_bus_flush would wait forever for a peer that does not read; a call with a timeout flushes the same queue.
        _ = try? callAndWait(
            BusCall(
                destination: sd_bus_is_bus_client(raw) > 0 ? BusDaemon.name : nil, path: "/",
                interface: BusDaemon.peer, member: "Ping"), timeout: 1_000_000_000)
    }

    /// Traps on any thread but the loop's (see `EventLoop.checkConfinement`).
    public func checkConfinement() { loop.checkConfinement() }

    // MARK: - Serving

    /// Lets sd-bus perform one action: read, dispatch or write one message. Returns false if there is nothing to do, or
    /// if the bus is closed.
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

    /// The function `warn` as a closure that does not retain the bus.
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
