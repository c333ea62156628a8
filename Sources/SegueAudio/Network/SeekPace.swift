import EventLoop
import Glibc

/// Holds a server's data back for a moment after each seek of an element that reads at will.
///
/// During such a seek, GStreamer 1.22 (queue2) unlocks its ring. If the source sends as much as the ring takes, or the
/// end, before the reader has the lock again, the reader copies all of it. That is more than its memory holds.
final class SeekPace: Sendable {
    /// The number of bytes that pass at once: more than most reads, and less than the ring takes.
    private static let free = 256 << 10
    /// The time in which the reader gets the lock, in nanoseconds.
    private static let pause: Int64 = 100_000_000

    private struct State {
        /// The end of the pause; 0 without a seek.
        var end: Int64 = 0
        var sent = 0
    }

    // nonisolated(unsafe): accessed only while `mutex` is held.
    private nonisolated(unsafe) let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    // nonisolated(unsafe): the pointers never change, and the objects are for several threads.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        state.initialize(to: State())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(change, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        for pointer in [UnsafeMutableRawPointer(change), .init(mutex), .init(state)] { pointer.deallocate() }
    }

    /// Ends a pause, because another seek begins. In the thread of the reader.
    func seekBegan() {
        pthread_mutex_lock(mutex)
        state.pointee.end = 0
        pthread_cond_broadcast(change)
        pthread_mutex_unlock(mutex)
    }

    /// Notes that the data of a seek will follow. In the thread of the reader.
    func seekDone() {
        pthread_mutex_lock(mutex)
        state.pointee = State(end: Self.now + Self.pause)
        pthread_mutex_unlock(mutex)
    }

    /// Waits before data of this size, or before the end of the data if `bytes` is nil. In the thread of the source.
    func wait(before bytes: Int?) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        state.pointee.sent += bytes ?? 0
        while state.pointee.sent > Self.free || bytes == nil, Self.now < state.pointee.end {
            let end = state.pointee.end
            var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
            pthread_cond_timedwait(change, mutex, &time)
        }
    }

    private static var now: Int64 { MonotonicTime.now.nanoseconds }
}
