import CAdwaita
import EventLoop
import Glibc

/// A GSource with the descriptors and the next deadline of an `EventLoop`, through which GTK's loop serves it.
final class LoopSource {
    private let loop: EventLoop
    private let source: UnsafeMutablePointer<GSource>
    private let functions: UnsafeMutablePointer<GSourceFuncs>
    private var polled: [(descriptor: Int32, events: Int16, tag: gpointer?)] = []
    private var deadline: MonotonicTime?

    /// The priority of GDK's redrawing (GDK_PRIORITY_REDRAW). The two alternate: reading a long queue delays no frame,
    /// and a fade, which draws continuously, delays nothing on the bus.
    static let priority = gint(G_PRIORITY_HIGH_IDLE) + 20

    /// The offset of the pointer to this object in the source: after GLib's own part.
    private static let ownerOffset = MemoryLayout<GSource>.stride

    init(_ loop: EventLoop) {
        self.loop = loop
        functions = .allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.prepare = { source, timeout in LoopSource.owner(of: source)?.prepare(timeout) ?? 0 }
        functions.pointee.check = { source in LoopSource.owner(of: source)?.check() ?? 0 }
        functions.pointee.dispatch = { source, _, _ in
            LoopSource.owner(of: source)?.dispatch()
            return 1
        }
        guard let source = g_source_new(functions, guint(Self.ownerOffset + MemoryLayout<gpointer>.size)) else {
            preconditionFailure("GLib makes no source")
        }
        self.source = source
        UnsafeMutableRawPointer(source).storeBytes(
            of: Unmanaged.passUnretained(self).toOpaque(), toByteOffset: Self.ownerOffset, as: UnsafeRawPointer.self)
        g_source_set_priority(source, Self.priority)
        g_source_attach(source, nil)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
        functions.deallocate()
    }

    private static func owner(of source: UnsafeMutablePointer<GSource>?) -> LoopSource? {
        guard let source else { return nil }
        let pointer = UnsafeRawPointer(source).load(fromByteOffset: ownerOffset, as: UnsafeRawPointer.self)
        return Unmanaged<LoopSource>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Returns 1 if there is work to do immediately.
    private func prepare(_ timeout: UnsafeMutablePointer<gint>?) -> gboolean {
        let wanted = loop.prepareTurn()
        watch(wanted.descriptors)
        deadline = wanted.deadline
        guard let deadline else {
            timeout?.pointee = -1
            return 0
        }
        let left = deadline.nanoseconds(since: .now)
        timeout?.pointee = left <= 0 ? 0 : gint(clamping: (left - 1) / 1_000_000 + 1)
        return left <= 0 ? 1 : 0
    }

    private func check() -> gboolean {
        let hasEvents = polled.contains { $0.tag.map { g_source_query_unix_fd(source, $0).rawValue != 0 } ?? false }
        let isDue = deadline.map { $0 <= .now } ?? false
        return hasEvents || isDue ? 1 : 0
    }

    private func dispatch() {
        loop.takeTurn(
            polled.map { entry in
                let events = entry.tag.map { g_source_query_unix_fd(source, $0).rawValue } ?? 0
                return pollfd(fd: entry.descriptor, events: entry.events, revents: Int16(truncatingIfNeeded: events))
            })
    }

    /// Modifies the source only on a change, because each modification wakes GLib's loop once.
    private func watch(_ wanted: [pollfd]) {
        let isSame =
            wanted.count == polled.count
            && zip(wanted, polled).allSatisfy { $0.fd == $1.descriptor && $0.events == $1.events }
        guard !isSame else { return }
        for entry in polled { if let tag = entry.tag { g_source_remove_unix_fd(source, tag) } }
        polled = wanted.map { descriptor in
            let condition = GIOCondition(rawValue: UInt32(UInt16(bitPattern: descriptor.events)))
            return (descriptor.fd, descriptor.events, g_source_add_unix_fd(source, descriptor.fd, condition))
        }
    }
}
