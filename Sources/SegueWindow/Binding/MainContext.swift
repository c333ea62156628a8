import CAdwaita

/// Deferred work in GTK's loop. Cancelled when this object is released.
final class Later {
    private final class Box {
        let body: () -> Void
        weak var owner: Later?

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }

    private var source: guint = 0

    var isPending: Bool { source != 0 }

    /// Calls `body` once, after `milliseconds`, when no work of a higher priority is pending.
    init(milliseconds: Int, priority: gint = G_PRIORITY_DEFAULT, _ body: @escaping () -> Void) {
        let box = Box(body)
        box.owner = self
        source = g_timeout_add_full(
            priority, guint(max(0, milliseconds)),
            { box in
                guard let box else { return 0 }
                let held = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue()
                held.owner?.source = 0
                held.body()
                return 0
            }, Unmanaged.passRetained(box).toOpaque(),
            { box in
                guard let box else { return }
                Unmanaged<Box>.fromOpaque(box).release()
            })
    }

    deinit {
        if source != 0 { g_source_remove(source) }
    }
}
