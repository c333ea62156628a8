import CLinux
import Glibc
import SegueAudio

/// The limits of a process that reads untrusted files for the first time (design.md, Robustness). If a file takes over
/// a decoder, the decoder reaches no network. If it allocates without end, it is ended before the machine suffers.
package enum HelperConfinement {
    /// The memory in bytes that the process may allocate beyond its memory at the start.
    private static let memory: UInt64 = 2 << 30
    /// The largest number of open descriptors.
    private static let descriptors: rlim_t = 512

    /// Confines this process, its threads and its children permanently. If the system refuses a limit, the process runs
    /// without that limit. `decoding` is true for a process that uses GStreamer, which is loaded first.
    package static func begin(decoding: Bool) {
        // If GStreamer has no registry of its plug-ins, it loads all of them, and records plug-ins that run out of
        // memory as broken.
        if decoding { AudioEngine.prepare() }
        _ = CLinux_refuse_network()
        limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
        limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), descriptors)
        if let now = addressSpace { limit(__rlimit_resource_t(RLIMIT_AS.rawValue), rlim_t(now + memory)) }
    }

    /// The current size of the address space in bytes: the first number of proc_pid_statm(5), in pages.
    private static var addressSpace: UInt64? {
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return UInt64(strtoull(line, nil, 10)) * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Lowers a limit. A limit that is already lower stays.
    private static func limit(_ resource: __rlimit_resource_t, _ most: rlim_t) {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return }
        limits.rlim_cur = min(limits.rlim_cur, most)
        limits.rlim_max = min(limits.rlim_max, most)
        _ = setrlimit(resource, &limits)
    }
}
