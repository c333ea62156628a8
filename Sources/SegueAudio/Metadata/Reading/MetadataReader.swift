import CGStreamer
public import EventLoop
import Glibc
public import SegueCore
import SegueFiles

/// Reads tags and covers of files before they are played, on a separate thread that exists only while there is
/// something to read.
public final class MetadataReader: Sendable {
    private struct State {
        /// The waiting requests, the most urgent one first.
        var waiting: [MetadataRequest] = []
        var current: (request: MetadataRequest, probe: TrackProbe)?
        var hasThread = false
        var isClosed = false
    }

    private let loop: EventLoop
    private let artwork: ArtworkCache
    private let record: OpeningRecord
    private let onResult: @Sendable (EntryID, Result<TrackMetadata, AudioPlayerError>) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - loop: the loop on which results are delivered.
    ///   - artwork: the cache for covers from inside files.
    ///   - record: keeps the files that are being opened. A file under suspicion in `record` is not opened.
    ///   - onResult: called on the loop's thread, once for each completed request.
    public init(
        loop: EventLoop, artwork: ArtworkCache, record: OpeningRecord = OpeningRecord(),
        onResult: @escaping @Sendable (EntryID, Result<TrackMetadata, AudioPlayerError>) -> Void
    ) {
        self.loop = loop
        self.artwork = artwork
        self.record = record
        self.onResult = onResult
    }

    /// Reads these requests in order, instead of the rest of an earlier list. A read that is under way continues if the
    /// new list contains it, and is cancelled otherwise. Each read takes 5 s at most. Requests for anything but local
    /// files are ignored: they get no result. Returns at once; from any thread. Does nothing after `close`.
    public func read(_ requests: [MetadataRequest]) {
        let local = requests.filter { FileURI.path(of: $0.uri) != nil }
        let needsThread = state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting = local
            if let current = state.current {
                if local.contains(current.request) {
                    state.waiting.removeAll { $0 == current.request }
                } else {
                    current.probe.cancel()
                }
            }
            guard !state.hasThread, !state.waiting.isEmpty else { return false }
            state.hasThread = true
            return true
        }
        if needsThread { startThread() }
    }

    /// Cancels all reads. If called on the loop's thread, no result is delivered after it.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.current?.probe.cancel()
        }
    }

    // MARK: - The thread

    private func startThread() {
        // A thread inherits the signal mask of its creator, and GStreamer's threads inherit this thread's: signals are
        // for the program's own threads.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let context = Unmanaged.passRetained(self)
        let body: GThreadFunc = { context in
            guard let context else { return nil }
            Unmanaged<MetadataReader>.fromOpaque(context).takeRetainedValue().work()
            return nil
        }
        if let thread = g_thread_try_new("segue-tags", body, context.toOpaque(), nil) {
            g_thread_unref(thread)
        } else {
            // No thread can be created now: the list is kept for the next call.
            context.release()
            state.withLock { $0.hasThread = false }
        }
    }

    private func work() {
        while let (request, probe) = next() {
            let result = probe.read(artwork: artwork).map { $0.limited(to: Excerpt(uri: request.uri)) }
            state.withLock { $0.current = nil }
            guard !probe.isCancelled else { continue }
            loop.perform { [self] in
                if !state.withLock({ $0.isClosed }) { onResult(request.id, result) }
            }
        }
    }

    /// Returns the next request to read. Returns nil if there is none: then the thread must end.
    private func next() -> (MetadataRequest, TrackProbe)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.hasThread = false
                return nil
            }
            let request = state.waiting.removeFirst()
            guard let path = FileURI.path(of: request.uri) else {
                preconditionFailure("only requests for local files are kept")
            }
            let probe = TrackProbe(path, record: record)
            state.current = (request, probe)
            return (request, probe)
        }
    }
}
