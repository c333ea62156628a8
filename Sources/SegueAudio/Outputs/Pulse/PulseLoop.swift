import CPulse
import EventLoop
import Glibc

/// libpulse's main loop on the player's loop. Its descriptors, times and deferred calls become sources and deadlines of
/// the loop, so that no part of libpulse runs on a separate thread (pulse/mainloop-api.h).
///
/// libpulse frees its objects as late as on the return from its own calls, when the connection is closed. Each of these
/// objects retains the loop that frees it.
final class PulseLoop {
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
        api = .allocate(capacity: 1)
        api.initialize(
            to: pa_mainloop_api(
                userdata: nil,
                io_new: { api, descriptor, events, call, context in
                    PulseLoop.of(api).map { owned(Descriptor($0, descriptor, events, call, context)) }
                },
                io_enable: { event, events in borrowed(event, Descriptor.self)?.wanted = events },
                io_free: { release($0, Descriptor.self) },
                io_set_destroy: { event, call in borrowed(event, Descriptor.self)?.destroy = call },
                time_new: { api, time, call, context in
                    PulseLoop.of(api).map { owned(Timer($0, time, call, context)) }
                },
                time_restart: { event, time in borrowed(event, Timer.self)?.arm(time) },
                time_free: { release($0, Timer.self) },
                time_set_destroy: { event, call in borrowed(event, Timer.self)?.destroy = call },
                defer_new: { api, call, context in PulseLoop.of(api).map { owned(Deferred($0, call, context)) } },
                defer_enable: { event, isEnabled in borrowed(event, Deferred.self)?.enable(isEnabled != 0) },
                defer_free: { release($0, Deferred.self) },
                defer_set_destroy: { event, call in borrowed(event, Deferred.self)?.destroy = call },
                // The player never calls this.
                quit: { _, _ in }))
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        api.deallocate()
    }

    private static func of(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseLoop? {
        api?.pointee.userdata.map { Unmanaged<PulseLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - What libpulse asks for

    /// An object that libpulse created and will free.
    fileprivate class Event {
        private let owner: PulseLoop
        let context: UnsafeMutableRawPointer?

        init(_ owner: PulseLoop, _ context: UnsafeMutableRawPointer?) {
            self.owner = owner
            self.context = context
        }

        var api: UnsafeMutablePointer<pa_mainloop_api> { owner.api }
        var loop: EventLoop { owner.loop }

        var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

        func end() {}
    }

    private final class Descriptor: Event, EventSource {
        private let descriptor: Int32
        private let call: pa_io_event_cb_t?
        var wanted: pa_io_event_flags_t
        var destroy: pa_io_event_destroy_cb_t?

        init(
            _ owner: PulseLoop, _ descriptor: Int32, _ wanted: pa_io_event_flags_t, _ call: pa_io_event_cb_t?,
            _ context: UnsafeMutableRawPointer?
        ) {
            self.descriptor = descriptor
            self.wanted = wanted
            self.call = call
            super.init(owner, context)
            loop.add(self)
        }

        func interest() -> (descriptor: Int32, events: Int16)? {
            var events: Int32 = 0
            if wanted.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { events |= POLLIN }
            if wanted.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { events |= POLLOUT }
            return events == 0 ? nil : (descriptor, Int16(events))
        }

        func deadline() -> MonotonicTime? { nil }

        func process(events: Int16) {
            var flags: UInt32 = 0
            if Int32(events) & POLLIN != 0 { flags |= PA_IO_EVENT_INPUT.rawValue }
            if Int32(events) & POLLOUT != 0 { flags |= PA_IO_EVENT_OUTPUT.rawValue }
            if Int32(events) & POLLHUP != 0 { flags |= PA_IO_EVENT_HANGUP.rawValue }
            if Int32(events) & POLLERR != 0 { flags |= PA_IO_EVENT_ERROR.rawValue }
            call?(api, pointer, descriptor, pa_io_event_flags_t(rawValue: flags), context)
        }

        override func end() {
            loop.remove(self)
            destroy?(api, pointer, context)
        }
    }

    private final class Timer: Event {
        private let call: pa_time_event_cb_t?
        private var deadline: Deadline?
        var destroy: pa_time_event_destroy_cb_t?

        init(
            _ owner: PulseLoop, _ time: UnsafePointer<timeval>?, _ call: pa_time_event_cb_t?,
            _ context: UnsafeMutableRawPointer?
        ) {
            self.call = call
            super.init(owner, context)
            arm(time)
        }

        /// Sets the timer. The time is a calendar time; nil means never.
        func arm(_ time: UnsafePointer<timeval>?) {
            deadline?.cancel()
            deadline = nil
            guard let time = time?.pointee else { return }
            var now = timeval()
            gettimeofday(&now, nil)
            let distance =
                (Int64(time.tv_sec) - Int64(now.tv_sec)) * 1_000_000 + Int64(time.tv_usec) - Int64(now.tv_usec)
            deadline = loop.schedule(at: .now.advanced(byNanoseconds: max(0, distance) * 1000)) { [weak self] in
                guard let self else { return }
                deadline = nil
                var time = time
                call?(api, pointer, &time, context)
            }
        }

        override func end() {
            arm(nil)
            destroy?(api, pointer, context)
        }
    }

    /// Called in every turn of the loop while it is enabled.
    private final class Deferred: Event {
        private let call: pa_defer_event_cb_t?
        private var deadline: Deadline?
        private var isEnabled = false
        var destroy: pa_defer_event_destroy_cb_t?

        init(_ owner: PulseLoop, _ call: pa_defer_event_cb_t?, _ context: UnsafeMutableRawPointer?) {
            self.call = call
            super.init(owner, context)
            enable(true)
        }

        func enable(_ enabled: Bool) {
            isEnabled = enabled
            deadline?.cancel()
            deadline = nil
            if enabled { arm() }
        }

        private func arm() {
            deadline = loop.schedule(at: .now) { [weak self] in
                guard let self, isEnabled else { return }
                arm()
                call?(api, pointer, context)
            }
        }

        override func end() {
            enable(false)
            destroy?(api, pointer, context)
        }
    }
}

private func owned(_ event: PulseLoop.Event) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(event).toOpaque())
}

private func borrowed<Kind: AnyObject>(_ event: OpaquePointer?, _ kind: Kind.Type) -> Kind? {
    event.map { Unmanaged<Kind>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

private func release<Kind: PulseLoop.Event>(_ event: OpaquePointer?, _ kind: Kind.Type) {
    guard let event else { return }
    let object = Unmanaged<Kind>.fromOpaque(UnsafeRawPointer(event)).takeRetainedValue()
    object.end()
}
