import CSystemd
import EventLoop
import Glibc

/// The source through which the loop serves a bus, without retaining it.
final class BusSource: EventSource {
    private weak var bus: Bus?

    init(_ bus: Bus) {
        self.bus = bus
    }

    func interest() -> (descriptor: Int32, events: Int16)? {
        guard let bus, let raw = bus.raw else { return nil }
        let descriptor = sd_bus_get_fd(raw)
        let events = sd_bus_get_events(raw)
        guard descriptor >= 0, events >= 0 else { return nil }
        return (descriptor, bus.isUnread ? Int16(POLLOUT) : Int16(truncatingIfNeeded: events))
    }

    func deadline() -> MonotonicTime? {
        guard let bus, let raw = bus.raw else { return nil }
        if bus.isUnread { return nil }
        if bus.hasTurnsDue { return .now }
        var microseconds: UInt64 = 0
        // An error means that the connection has ended unnoticed; processing reports this.
        guard sd_bus_get_timeout(raw, &microseconds) >= 0 else { return .now }
        guard microseconds != .max else { return nil }
        let (nanoseconds, overflow) = Int64(clamping: microseconds).multipliedReportingOverflow(by: 1000)
        return MonotonicTime(nanoseconds: overflow ? .max : nanoseconds)
    }

    func process(events: Int16) {
        bus?.process()
    }
}
