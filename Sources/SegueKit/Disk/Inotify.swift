import Glibc

/// An inotify(7) instance. Watches may be added and removed on any thread; events are read on one thread.
final class Inotify: Sendable {
    let descriptor: Int32

    /// An event in a watched folder, or concerning the folder itself.
    struct Event {
        var watch: Int32
        /// The bits `IN_*`.
        var mask: UInt32
        /// The name of the file in the folder; empty if the event concerns the folder itself.
        var name: [UInt8]

        func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
    }

    /// Creates an instance. Nil if the kernel grants none; errno then has the reason.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Begins or continues to watch a folder. One folder has one watch. Negative if the kernel refuses; errno then has
    /// the reason.
    func watch(_ folder: UnsafePointer<CChar>, _ mask: Int32) -> Int32 {
        inotify_add_watch(descriptor, folder, UInt32(mask | Int32(IN_ONLYDIR)))
    }

    /// Ends a watch. Pending events still arrive; the number is never used again.
    func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// Passes all events since the last call to `body`.
    func drain(_ body: (Event) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset < count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    let nameStart = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[nameStart..<nameStart + Int(event.len)].prefix { $0 != 0 }
                    body(Event(watch: event.wd, mask: event.mask, name: Array(name)))
                    offset = nameStart + Int(event.len)
                }
            }
        }
    }
}
