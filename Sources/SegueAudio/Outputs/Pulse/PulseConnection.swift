import CPulse
import EventLoop
import SegueCore

/// A connection to a sound server that speaks PulseAudio's protocol: PulseAudio, or PipeWire instead.
///
/// The connection belongs to the loop's thread, and never waits.
final class PulseConnection {
    /// An output device of the server.
    struct Sink: Hashable, Sendable {
        var name: String
        var title: String
    }

    /// The sinks in the server's order, and the default sink.
    struct Sinks: Hashable, Sendable {
        var all: [Sink] = []
        var standard: String?
    }

    /// The reason why there is no connection.
    enum Failure: Error, Hashable {
        /// No server listens.
        case absent
        /// A server exists, but has not answered in time. The connection still waits for the server.
        case silent
        /// A server existed, and broke off the connection.
        case lost
        /// libpulse has no memory for a connection.
        case exhausted

        var reason: String {
            switch self {
            case .absent: Reason.noServerAnswers.text()
            case .silent: Reason.silentSoundServer.text()
            case .lost: Reason.soundServerGone.text()
            case .exhausted: "there is no memory for a connection to the sound server"
            }
        }
    }

    /// The time limit for the server's answer, in nanoseconds.
    static let patience: Int64 = 1_500_000_000

    let context: OpaquePointer
    private let pulse: PulseLoop
    private let loop: EventLoop
    private var limit: Deadline?
    private var onReady: ((Failure?) -> Void)?
    /// Called when a server that was connected has disconnected.
    var onLoss: (String) -> Void = { _ in }
    /// Name and version of the server, if known.
    private(set) var server: String?
    private var sinks = Sinks()
    private var onSinks: ((Sinks?) -> Void)?
    private var modules: [String] = []
    private var onModules: (([String]) -> Void)?

    /// Begins to connect. Returns nil if libpulse can't reserve the memory that it shares with the server.
    init?(_ loop: EventLoop) {
        self.loop = loop
        pulse = PulseLoop(loop)
        let properties = pa_proplist_new()
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Segue")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, ApplicationID.text)
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, ApplicationID.text)
        defer { pa_proplist_free(properties) }
        guard let context = pa_context_new_with_proplist(pulse.api, "Segue", properties) else { return nil }
        self.context = context
        pa_context_set_state_callback(
            context,
            { _, connection in
                PulseConnection.of(connection)?.changed()
            }, pointer)
        // A failure is the state of the context from then on.
        pa_context_connect(context, nil, PA_CONTEXT_NOFLAGS, nil)
    }

    /// Waits until the server has answered. `completion` gets the failure, or nil once the connection is established;
    /// not from inside this call. After `silent`, the wait for the server can be repeated.
    func awaitReady(_ completion: @escaping (Failure?) -> Void) {
        onReady = completion
        limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [weak self] in
            self?.conclude(.silent)
        }
        changed()
    }

    /// Closes the connection; nothing is reported afterwards.
    func close() {
        onReady = nil
        onSinks = nil
        onModules = nil
        onLoss = { _ in }
        limit?.cancel()
        pa_context_set_state_callback(context, nil, nil)
        pa_context_disconnect(context)
    }

    deinit {
        close()
        pa_context_unref(context)
    }

    /// True if the server has answered and the connection has not ended.
    var isReady: Bool { pa_context_get_state(context) == PA_CONTEXT_READY }

    /// True once the connection has ended.
    var isLost: Bool { pa_context_get_state(context) == PA_CONTEXT_FAILED }

    /// For libpulse, which calls back only as long as the context is connected.
    private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseConnection? {
        pointer.map { Unmanaged<PulseConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func changed() {
        switch pa_context_get_state(context) {
        // The state may be reported from inside the first call, and the context must not be released from inside its
        // own call.
        case PA_CONTEXT_READY: loop.schedule(at: .now) { [weak self] in self?.conclude(nil) }
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            loop.schedule(at: .now) { [weak self] in
                guard let self else { return }
                guard onReady == nil else { return conclude(wasRefused ? .absent : .lost) }
                guard onSinks == nil else { return concludeSinks(nil) }
                onLoss(Failure.lost.reason)
            }
        default: break
        }
    }

    /// True if the connection was refused.
    private var wasRefused: Bool {
        [PA_ERR_CONNECTIONREFUSED, PA_ERR_INVALIDSERVER].map { Int32($0.rawValue) }.contains(pa_context_errno(context))
    }

    private func conclude(_ failure: Failure?) {
        guard let completion = onReady else { return }
        limit?.cancel()
        limit = nil
        onReady = nil
        completion(failure)
    }

    // MARK: - Devices

    /// Queries the devices, one query at a time. `completion` gets nil if the server does not answer in time, or
    /// disconnects; it is not called from inside this call.
    func listSinks(_ completion: @escaping (Sinks?) -> Void) {
        onSinks = completion
        sinks = Sinks()
        limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [weak self] in
            self?.concludeSinks(nil)
        }
        let server: pa_server_info_cb_t = { _, info, connection in
            guard let connection = PulseConnection.of(connection), let info = info?.pointee else { return }
            connection.sinks.standard = info.default_sink_name.map { String(cString: $0) }
            let parts = [info.server_name, info.server_version].compactMap { $0.map { String(cString: $0) } }
            connection.server = parts.joined(separator: " ")
        }
        let sink: pa_sink_info_cb_t = { _, info, isLast, connection in
            PulseConnection.of(connection)?.add(isLast == 0 ? info?.pointee : nil)
        }
        forget(pa_context_get_server_info(context, server, pointer))
        forget(pa_context_get_sink_info_list(context, sink, pointer))
    }

    /// Adds a sink; nil follows the last one.
    private func add(_ sink: pa_sink_info?) {
        guard let sink else {
            loop.schedule(at: .now) { [weak self] in if let self { concludeSinks(sinks) } }
            return
        }
        guard let name = sink.name.map({ String(cString: $0) }) else { return }
        sinks.all.append(Sink(name: name, title: sink.description.map { String(cString: $0) } ?? name))
    }

    private func concludeSinks(_ sinks: Sinks?) {
        guard let completion = onSinks else { return }
        limit?.cancel()
        limit = nil
        onSinks = nil
        completion(sinks)
    }

    // MARK: - Modules

    /// Queries the names of the loaded modules. `completion` is not called from inside this call, and never if the
    /// server does not answer.
    func listModules(_ completion: @escaping ([String]) -> Void) {
        onModules = completion
        modules = []
        let module: pa_module_info_cb_t = { _, info, isLast, connection in
            guard let connection = PulseConnection.of(connection) else { return }
            if isLast == 0, let name = info?.pointee.name { connection.modules.append(String(cString: name)) }
            if isLast != 0 { connection.loop.schedule(at: .now) { [weak connection] in connection?.concludeModules() } }
        }
        forget(pa_context_get_module_info_list(context, module, pointer))
    }

    private func concludeModules() {
        let completion = onModules
        onModules = nil
        completion?(modules)
    }

    private func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}
