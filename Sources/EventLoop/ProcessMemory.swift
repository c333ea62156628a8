import CLinux

/// Measures that keep the memory of a long-lived process small.
public enum ProcessMemory {
    /// Limits the number of heaps that threads share, at least 1, instead of one heap per thread. To be called before
    /// threads are started.
    public static func limitHeaps(to count: Int32) { CLinux_limit_arenas(count) }

    /// Returns freed memory to the kernel, after an operation that may have needed much. Takes milliseconds, during
    /// which other allocating threads wait.
    public static func releaseFreeHeap() { _ = CLinux_malloc_trim() }

    /// Releases memory that only the start needed: code pages, which are reloaded on use, and free heap.
    public static func releaseStartUp() {
        CLinux_release_code_pages()
        _ = CLinux_malloc_trim()
    }
}
