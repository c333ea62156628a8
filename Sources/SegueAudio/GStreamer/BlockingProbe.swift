import CGStreamer
import Synchronization

/// A probe that stays on its pad and can hold the stream there.
///
/// GStreamer lets a blocked thread go on when its probe is removed, which would leave a moment without a probe. So a
/// new probe is put in first: it is asked about the very item that is being held, and answers anew.
final class BlockingProbe: Sendable {
    private let pad: Pad
    private let kinds: GstPadProbeType
    private let body: Pad.ProbeBody
    private let identifier = Mutex<UInt>(0)

    /// Puts the probe on `pad`. `body` is called in the streaming thread; it may be asked twice about the same item.
    init(on pad: Pad, events: Bool, _ body: @escaping Pad.ProbeBody) {
        self.pad = pad
        self.body = body
        var bits = GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue
        if events { bits |= GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue }
        kinds = GstPadProbeType(rawValue: bits)
        identifier.withLock { $0 = pad.addProbe(kinds, body) }
    }

    /// Asks again about the item that is being held. From any thread except the stream's own while it is held.
    func reconsider() {
        identifier.withLock { current in
            guard current != 0 else { return }
            let former = current
            current = pad.addProbe(kinds, body)
            pad.removeProbe(former)
        }
    }

    /// Takes the probe away, which lets everything pass.
    func remove() {
        identifier.withLock { current in
            guard current != 0 else { return }
            pad.removeProbe(current)
            current = 0
        }
    }
}
