import CPulse
import EventLoop
import SegueCore

/// A connection to a sound server that speaks PulseAudio's protocol: PulseAudio, or PipeWire in its place.
///
/// Belongs to the loop's thread, and never waits.
final class PulseConnection {
    /// A device of the server's that sound can go out on.
    struct Sink: Hashable, Sendable {
        var name: String
        var title: String
    }

    /// The sinks in the server's order, and which of them sound goes to when nothing else is said.
    struct Sinks: Hashable, Sendable {
        var all: [Sink] = []
        var standard: String?
    }

    /// Nanoseconds that the server has to answer in.
    static let patience: Int64 = 2_000_000_000

    let context: OpaquePointer
    private let pulse: PulseLoop
    private let loop: EventLoop
    private var limit: Deadline?
    private var onReady: ((AudioPlayerError?) -> Void)?
    /// The server is gone, after it was there.
    var onLoss: (String) -> Void = { _ in }

    /// Begins to connect; `completion` gets what is in the way, or nil when the connection stands. Not from inside of this call.
    init(_ loop: EventLoop, completion: @escaping (AudioPlayerError?) -> Void) {
        self.loop = loop
        pulse = PulseLoop(loop)
        onReady = completion
        let properties = pa_proplist_new()
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Segue")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "io.github.segueplayer.Segue")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "io.github.segueplayer.Segue")
        defer { pa_proplist_free(properties) }
        guard let context = pa_context_new_with_proplist(pulse.api, "Segue", properties) else {
            preconditionFailure("a context of libpulse's could not be allocated")
        }
        self.context = context
        pa_context_set_state_callback(
            context,
            { _, connection in
                guard let connection else { return }
                Unmanaged<PulseConnection>.fromOpaque(connection).takeUnretainedValue().changed()
            }, Unmanaged.passUnretained(self).toOpaque())
        limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { [weak self] in
            self?.conclude(Self.error("the sound server does not answer"))
        }
        if pa_context_connect(context, nil, PA_CONTEXT_NOFLAGS, nil) < 0 {
            loop.schedule(at: .now) { [weak self] in self?.conclude(Self.error("no sound server answers")) }
        }
    }

    /// Lets go of it; nothing is told any more.
    func close() {
        onReady = nil
        onLoss = { _ in }
        limit?.cancel()
        pa_context_set_state_callback(context, nil, nil)
        pa_context_disconnect(context)
    }

    deinit {
        close()
        pa_context_unref(context)
    }

    static func error(_ reason: String) -> AudioPlayerError { .outputError(output: "PulseAudio", reason: reason) }

    /// In the words of libpulse: `Connection refused`.
    var failure: String { pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "unknown" }

    private func changed() {
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY: conclude(nil)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            // It may fail from inside of the first call, and is not let go of from inside of its own.
            loop.schedule(at: .now) { [weak self] in
                guard let self else { return }
                guard onReady != nil else { return onLoss("the sound server went away") }
                conclude(Self.error("no sound server answers"))
            }
        default: break
        }
    }

    private func conclude(_ error: AudioPlayerError?) {
        limit?.cancel()
        limit = nil
        let completion = onReady
        onReady = nil
        completion?(error)
    }

    // MARK: - Devices

    private final class Listing {
        var sinks = Sinks()
        var completion: ((Sinks) -> Void)?
        var limit: Deadline?

        func conclude() {
            limit?.cancel()
            defer { completion = nil }
            completion?(sinks)
        }
    }

    /// Asks for the devices; a server that does not answer in time has none.
    func listSinks(_ completion: @escaping (Sinks) -> Void) {
        let listing = Listing()
        listing.completion = completion
        listing.limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.patience)) { listing.conclude() }
        // Each call that is asked for holds the listing until it has been made for the last time.
        let server: pa_server_info_cb_t = { _, info, listing in
            guard let listing else { return }
            let owned = Unmanaged<Listing>.fromOpaque(listing).takeRetainedValue()
            owned.sinks.standard = info?.pointee.default_sink_name.map { String(cString: $0) }
        }
        let sinks: pa_sink_info_cb_t = { _, info, isLast, listing in
            guard let listing else { return }
            guard isLast == 0, let info else {
                return Unmanaged<Listing>.fromOpaque(listing).takeRetainedValue().conclude()
            }
            guard let name = info.pointee.name.map({ String(cString: $0) }) else { return }
            let title = info.pointee.description.map { String(cString: $0) } ?? name
            Unmanaged<Listing>.fromOpaque(listing).takeUnretainedValue().sinks.all.append(
                Sink(name: name, title: title))
        }
        forget(pa_context_get_server_info(context, server, Unmanaged.passRetained(listing).toOpaque()))
        forget(pa_context_get_sink_info_list(context, sinks, Unmanaged.passRetained(listing).toOpaque()))
    }

    private func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}
