import CAdwaita

/// A callback for each frame of a widget, while running.
final class FrameClock {
    private final class Box {
        let body: (Int64) -> Void

        init(_ body: @escaping (Int64) -> Void) {
            self.body = body
        }
    }

    private let target: Widget
    private let body: (Int64) -> Void
    private var identifier: guint = 0

    /// Creates a stopped clock. `body` receives the time of the frame, in microseconds of CLOCK_MONOTONIC.
    init(_ target: Widget, _ body: @escaping (Int64) -> Void) {
        self.target = target
        self.body = body
    }

    deinit { isRunning = false }

    var isRunning: Bool {
        get { identifier != 0 }
        set {
            if newValue, identifier == 0 {
                identifier = gtk_widget_add_tick_callback(
                    target.widget,
                    { _, clock, box in
                        guard let box else { return 0 }
                        Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body(
                            Int64(gdk_frame_clock_get_frame_time(clock)))
                        return 1
                    }, Unmanaged.passRetained(Box(body)).toOpaque(),
                    { box in
                        guard let box else { return }
                        Unmanaged<Box>.fromOpaque(box).release()
                    })
            } else if !newValue, identifier != 0 {
                gtk_widget_remove_tick_callback(target.widget, identifier)
                identifier = 0
            }
        }
    }
}
