import CLinux

/// Keeps a process that lives for days small.
public enum ProcessMemory {
    /// Threads share this many heaps, at least 1, instead of growing one each. To be called before threads are started.
    public static func limitHeaps(to count: Int32) { CLinux_limit_arenas(count) }

    /// Gives back memory that has been freed, after something that may have been large. Takes milliseconds, in which
    /// other threads that allocate wait.
    public static func releaseFreeHeap() { _ = CLinux_malloc_trim() }

    /// Gives back what only the start needed: code pages, which return when they are used, and free heap.
    public static func releaseStartUp() {
        CLinux_release_code_pages()
        _ = CLinux_malloc_trim()
    }
}
