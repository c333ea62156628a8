import CGStreamer
import EventLoop

/// A probe that stays on its pad and can hold the stream there.
///
/// GStreamer resumes a blocked thread when its probe is removed, which would leave a moment without a probe. A new
/// probe is therefore added first: it is called for the very item that is being held, and decides again.
final class BlockingProbe: Sendable {
    private let pad: Pad
    private let kinds: GstPadProbeType
    private let body: Pad.ProbeBody
    private let identifier = Locked<UInt>(0)

    /// Adds the probe to `pad`. `body` is called in the streaming thread; it may be called twice for the same item.
    init(on pad: Pad, events: Bool, _ body: @escaping Pad.ProbeBody) {
        self.pad = pad
        self.body = body
        var bits = GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue
        if events { bits |= GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue }
        kinds = GstPadProbeType(rawValue: bits)
        identifier.withLock { $0 = pad.addProbe(kinds, body) }
    }

    /// Decides again about the item that is being held. From any thread except the stream's own while the item is held.
    func reconsider() {
        identifier.withLock { current in
            guard current != 0 else { return }
            let former = current
            current = pad.addProbe(kinds, body)
            pad.removeProbe(former)
        }
    }

    /// Removes the probe, which lets everything pass.
    func remove() {
        identifier.withLock { current in
            guard current != 0 else { return }
            pad.removeProbe(current)
            current = 0
        }
    }
}
