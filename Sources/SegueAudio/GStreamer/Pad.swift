import CGStreamer

/// An owned reference to a pad.
// @unchecked: the pointer never changes, and pads do their own locking (GStreamer manual, "Threads").
final class Pad: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstPad>

    /// Takes ownership of the caller's reference.
    init(owning pointer: UnsafeMutablePointer<GstPad>) {
        self.pointer = pointer
    }

    /// Returns a source pad for the outside of a bin, which leads to `target` inside the bin. Not active yet.
    static func ghost(of target: Pad) -> Pad {
        guard let pad = gst_ghost_pad_new("src", target.pointer) else {
            preconditionFailure("a ghost pad could not be allocated")
        }
        gst_object_ref_sink(pad)
        return Pad(owning: pad)
    }

    deinit {
        gst_object_unref(pointer)
    }

    // MARK: - Links

    /// Links this source pad to `sink`. The two pads may be in different bins.
    @discardableResult
    func link(to sink: Pad) -> Bool {
        gst_pad_link_full(pointer, sink.pointer, GST_PAD_LINK_CHECK_CAPS) == GST_PAD_LINK_OK
    }

    /// Unlinks this source pad from `sink`. Does nothing if the two pads are not linked.
    func unlink(from sink: Pad) {
        gst_pad_unlink(pointer, sink.pointer)
    }

    /// For a sink pad: unlinks its peer. Does nothing if it is not linked.
    func unlinkPeer() {
        guard let peer = gst_pad_get_peer(pointer) else { return }
        gst_pad_unlink(peer, pointer)
        gst_object_unref(peer)
    }

    /// Shifts everything that passes by this many nanoseconds of running time; takes effect with the next segment.
    func setOffset(_ nanoseconds: Int64) {
        gst_pad_set_offset(pointer, gint64(nanoseconds))
    }

    func activate() {
        gst_pad_set_active(pointer, 1)
    }

    /// For a sink pad: waits until everything that has been sent to the pad has been handled.
    func settle() {
        g_rec_mutex_lock(&pointer.pointee.stream_rec_lock)
        g_rec_mutex_unlock(&pointer.pointee.stream_rec_lock)
    }

    // MARK: - Events

    /// Sends an event into the pad from outside; the event is consumed.
    @discardableResult
    func send(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_pad_send_event(pointer, event) != 0
    }

    /// Sends an event out of the pad to its peer; the event is consumed.
    @discardableResult
    func push(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_pad_push_event(pointer, event) != 0
    }

    /// The segment that passed last.
    var segment: GstSegment? {
        guard let event = gst_pad_get_sticky_event(pointer, GST_EVENT_SEGMENT, 0) else { return nil }
        defer { gst_event_unref(event) }
        var segment = GstSegment()
        gst_event_copy_segment(event, &segment)
        return segment
    }

    /// Calls `body` with each tag list that has passed and is still valid.
    func forEachTagList(_ body: (UnsafeMutablePointer<GstTagList>) -> Void) {
        var index: UInt32 = 0
        while let event = gst_pad_get_sticky_event(pointer, GST_EVENT_TAG, index) {
            var list: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &list)
            if let list { body(list) }
            gst_event_unref(event)
            index += 1
        }
    }

    /// The sample rate and channel count of the raw audio that passes; nil before it is known.
    var audioFormat: (rate: Int32, channels: Int32)? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        guard let structure = gst_caps_get_structure(caps, 0) else { return nil }
        var rate: Int32 = 0
        var channels: Int32 = 0
        guard gst_structure_get_int(structure, "rate", &rate) != 0,
            gst_structure_get_int(structure, "channels", &channels) != 0
        else { return nil }
        return (rate, channels)
    }

    /// True if any format could pass: a sink whose server has no device accepts none.
    var takesAnything: Bool {
        guard let caps = gst_pad_query_caps(pointer, nil) else { return false }
        defer { gst_caps_unref(caps) }
        return gst_caps_is_empty(caps) == 0
    }

    // MARK: - Probes

    /// The decision of a probe about an item. `pass` and `block` are for blocking probes, `handled` is for queries.
    enum Verdict {
        case pass
        /// The item waits until the probe is removed, or another probe lets it pass.
        case block
        case drop
        /// The query has been answered.
        case handled

        fileprivate var value: GstPadProbeReturn {
            switch self {
            case .pass: GST_PAD_PROBE_PASS
            case .block: GST_PAD_PROBE_OK
            case .drop: GST_PAD_PROBE_DROP
            case .handled: GST_PAD_PROBE_HANDLED
            }
        }
    }

    /// An item that passes a probe.
    enum Item {
        case buffer(UnsafeMutablePointer<GstBuffer>)
        case event(UnsafeMutablePointer<GstEvent>)
        case query(UnsafeMutablePointer<GstQuery>)
        case other
    }

    typealias ProbeBody = @Sendable (Item) -> Verdict

    /// Calls `body` in the streaming thread for everything of these kinds, until the probe is removed.
    func addProbe(_ kinds: GstPadProbeType, _ body: @escaping ProbeBody) -> UInt {
        let box = Unmanaged.passRetained(ProbeBox(body))
        return gst_pad_add_probe(
            pointer, kinds,
            { _, info, context in
                guard let info, let context else { return GST_PAD_PROBE_PASS }
                let box = Unmanaged<ProbeBox>.fromOpaque(context).takeUnretainedValue()
                return box.body(Pad.item(of: info)).value
            },
            box.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<ProbeBox>.fromOpaque(context).release()
            })
    }

    /// Receives a buffer, which remains the caller's, or nil before the end of the stream. Returns the buffer that is
    /// handed on instead, or nil for none.
    typealias TransformBody = @Sendable (UnsafeMutablePointer<GstBuffer>?) -> UnsafeMutablePointer<GstBuffer>?

    /// Inserts `body` between this source pad and its peer, in the streaming thread.
    func addTransform(_ body: @escaping TransformBody) {
        let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        _ = gst_pad_add_probe(
            pointer, GstPadProbeType(rawValue: kinds),
            { pad, info, context in
                guard let pad, let info, let context else { return GST_PAD_PROBE_PASS }
                let body = Unmanaged<TransformBox>.fromOpaque(context).takeUnretainedValue().body
                switch Pad.item(of: info) {
                case .buffer(let buffer):
                    guard let result = body(buffer) else { return GST_PAD_PROBE_DROP }
                    info.pointee.data = UnsafeMutableRawPointer(result)
                    segue_buffer_unref(buffer)
                case .event(let event) where segue_event_type(event) == GST_EVENT_EOS:
                    guard let rest = body(nil), let peer = gst_pad_get_peer(pad) else { break }
                    gst_pad_chain(peer, rest)
                    gst_object_unref(peer)
                case .event, .query, .other: break
                }
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(TransformBox(body)).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<TransformBox>.fromOpaque(context).release()
            })
    }

    /// Receives an event, which remains the caller's. Returns the event that replaces it, or nil to keep it.
    typealias EventBody = @Sendable (UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>?

    /// Inserts `body` at this pad for the events of these kinds, in the thread that sends them.
    func addEventTransform(_ kinds: GstPadProbeType, _ body: @escaping EventBody) {
        _ = gst_pad_add_probe(
            pointer, kinds,
            { _, info, context in
                guard let info, let context, let event = segue_probe_event(info) else { return GST_PAD_PROBE_OK }
                let body = Unmanaged<EventBox>.fromOpaque(context).takeUnretainedValue().body
                guard let news = body(event) else { return GST_PAD_PROBE_OK }
                info.pointee.data = UnsafeMutableRawPointer(news)
                gst_event_unref(event)
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(EventBox(body)).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventBox>.fromOpaque(context).release()
            })
    }

    func removeProbe(_ identifier: UInt) {
        gst_pad_remove_probe(pointer, identifier)
    }

    private static func item(of info: UnsafeMutablePointer<GstPadProbeInfo>) -> Item {
        let type = info.pointee.type.rawValue
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0, let buffer = segue_probe_buffer(info) {
            return .buffer(buffer)
        }
        let events = GST_PAD_PROBE_TYPE_EVENT_BOTH.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        if type & events != 0, let event = segue_probe_event(info) {
            return .event(event)
        }
        if type & GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue != 0, let query = segue_probe_query(info) {
            return .query(query)
        }
        return .other
    }

    private final class TransformBox: Sendable {
        let body: TransformBody

        init(_ body: @escaping TransformBody) {
            self.body = body
        }
    }

    private final class EventBox: Sendable {
        let body: EventBody

        init(_ body: @escaping EventBody) {
            self.body = body
        }
    }

    private final class ProbeBox: Sendable {
        let body: ProbeBody

        init(_ body: @escaping ProbeBody) {
            self.body = body
        }
    }
}
