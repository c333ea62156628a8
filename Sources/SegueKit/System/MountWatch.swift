import EventLoop
import Glibc
import SegueFiles

/// Reports the mount points of the computer, now and whenever one is added or removed. The kernel wakes the loop then
/// (proc_pid_mounts(5)); there is no polling. Confined to the loop's thread.
final class MountWatch: EventSource {
    private let descriptor: Int32
    private let onChange: ([String]) -> Void

    /// Opens the list of mount points. Nil if it can't be opened, for example without `/proc`.
    init?(path: String = "/proc/self/mountinfo", onChange: @escaping ([String]) -> Void) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.onChange = onChange
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the list. The kernel keeps it in memory, so that reading waits for no disk.
    func read() {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { return }
        var text: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                text += buffer[..<count]
            }
        }
        onChange(MountTable.points(in: text))
    }

    func interest() -> (descriptor: Int32, events: Int16)? { (descriptor, Int16(POLLPRI)) }

    func deadline() -> MonotonicTime? { nil }

    func process(events: Int16) { read() }
}
