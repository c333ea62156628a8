import CGStreamer
import EventLoop
import SegueCore

/// Reports errors inside a decodebin that the decodebin may not post.
///
/// While decodebin 1.22 brings an element to PAUSED, it holds the element's errors back, and discards them if the state
/// change has succeeded by then. From that moment on, a demuxer works on a separate thread. An error of a damaged file
/// that is found quickly is therefore lost about every third time, and nothing else ever happens. For this reason, the
/// elements get a bus in between, which examines the errors and forwards everything. Only time shows whether an error
/// is final: decodebin may have another element to try.
final class DecodingErrors: Sendable {
    /// Nanoseconds after such an error in which a pipeline fails or gets ready; after that, it won't get ready.
    static let patience: Int64 = 500_000_000

    private let uri: String
    private let onError: @Sendable (AudioPlayerError) -> Void
    private let detours = Locked<[Detour]>([])

    /// - Parameters:
    ///   - bin: a decodebin, or a bin that contains or creates one.
    ///   - uri: the URI that the decodebin reads, for the errors' sentences.
    ///   - onError: called in the thread of the error. Not called after the bin has been released.
    @discardableResult
    init(in bin: UnsafeMutablePointer<GstElement>, uri: String, onError: @escaping @Sendable (AudioPlayerError) -> Void)
    {
        self.uri = uri
        self.onError = onError
        let added:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstElement>?,
                gpointer?
            ) -> Void = { _, parent, element, watch in
                guard let parent, let element, let watch else { return }
                Unmanaged<DecodingErrors>.fromOpaque(watch).takeUnretainedValue().divert(element, in: parent)
            }
        let release: GClosureNotify = { watch, _ in
            guard let watch else { return }
            Unmanaged<DecodingErrors>.fromOpaque(watch).release()
        }
        let handler = unsafeBitCast(added, to: gpointer.self)
        _ = segue_connect(bin, "deep-element-added", handler, Unmanaged.passRetained(self).toOpaque(), release)
    }

    private func divert(_ element: UnsafeMutablePointer<GstElement>, in parent: UnsafeMutablePointer<GstBin>) {
        guard Self.isDecodebin(parent), let target = parent.pointee.child_bus else { return }
        let bus = detours.withLock { detours in
            if let known = detours.first(where: { $0.leads(to: target) }) { return known }
            let new = Detour(to: target) { [weak self] error in
                guard let self else { return }
                onError(ErrorSentences.error(error, uri: uri))
            }
            detours.append(new)
            return new
        }
        bus.lead(element)
    }

    private static func isDecodebin(_ bin: UnsafeMutablePointer<GstBin>) -> Bool {
        guard let factory = gst_element_get_factory(segue_as_element(bin)),
            let name = gst_object_get_name(segue_as_object(UnsafeMutableRawPointer(factory)))
        else { return false }
        defer { g_free(name) }
        return String(cString: name) == "decodebin"
    }
}

/// A bus that examines its messages and forwards them to another bus.
// @unchecked: a GstBus may be used from any thread; the pointers never change.
private final class Detour: @unchecked Sendable {
    private let bus: UnsafeMutablePointer<GstBus>
    private let target: UnsafeMutablePointer<GstBus>

    /// The data owned by the bus, because the bus may outlive the detour.
    private final class Context {
        let target: UnsafeMutablePointer<GstBus>
        let onError: @Sendable (ElementError) -> Void

        init(_ target: UnsafeMutablePointer<GstBus>, _ onError: @escaping @Sendable (ElementError) -> Void) {
            self.target = target
            self.onError = onError
            gst_object_ref(target)
        }

        deinit {
            gst_object_unref(target)
        }
    }

    init(to target: UnsafeMutablePointer<GstBus>, onError: @escaping @Sendable (ElementError) -> Void) {
        guard let bus = gst_bus_new() else { preconditionFailure("a bus could not be allocated") }
        self.bus = bus
        self.target = target
        gst_bus_set_sync_handler(
            bus,
            { _, message, context in
                guard let message, let context else { return GST_BUS_PASS }
                let owner = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
                if let error = ElementError(message) { owner.onError(error) }
                gst_bus_post(owner.target, message)
                return GST_BUS_DROP
            }, Unmanaged.passRetained(Context(target, onError)).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<Context>.fromOpaque(context).release()
            })
    }

    deinit {
        gst_object_unref(bus)
    }

    func leads(to other: UnsafeMutablePointer<GstBus>) -> Bool { target == other }

    func lead(_ element: UnsafeMutablePointer<GstElement>) {
        gst_element_set_bus(element, bus)
    }
}
