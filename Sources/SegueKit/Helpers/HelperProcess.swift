import CLinux
import EventLoop
import Glibc

/// A separate process that reads files, so that no file can crash the player, and reports its results in lines. The
/// process may be killed at any time.
///
/// Belongs to the loop's thread.
final class HelperProcess: EventSource {
    /// The reason for the end of a process.
    enum End {
        case closed
        /// The process wrote nothing for too long.
        case silent
        /// The process wrote a line that is too long.
        case tooLong
    }

    /// The share of the processor that a process gets.
    enum Share {
        /// Only time that no other process wants, for background work.
        case rest
        /// A tenth at least, for work that the user waits for.
        case small
    }

    private static let longestLine = 16 << 20

    private let loop: EventLoop
    private let process: pid_t
    private let output: Int32
    private let patience: Int64?
    private let onLine: ([UInt8]) -> Void
    private let onEnd: (End) -> Void
    private var limit: MonotonicTime?
    private var line: [UInt8] = []
    private var isOver = false

    /// Starts `program`, with its arguments, then `files`. The function `onLine` is called on the loop for each line,
    /// and `onEnd` once, unless `cancel` is called first. The process may write nothing for at most `patience`
    /// nanoseconds; nil for no limit.
    ///
    /// Throws the error that prevents the process from being started.
    init(
        _ program: [String], files: [[UInt8]], share: Share, patience: Int64?, on loop: EventLoop,
        onLine: @escaping ([UInt8]) -> Void, onEnd: @escaping (End) -> Void
    ) throws(SpawnedProcess.Errno) {
        var ends: [Int32] = [0, 0]
        guard CLinux_pipe(&ends) == 0 else { throw SpawnedProcess.Errno(code: errno) }
        // Only this end is non-blocking: the writer at the other end waits for room.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        do throws(SpawnedProcess.Errno) {
            process = try SpawnedProcess.start(
                program[0], program.map { Array($0.utf8) } + files, output: .descriptor(ends[1]))
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
        self.loop = loop
        self.patience = patience
        self.onLine = onLine
        self.onEnd = onEnd
        limit = patience.map { MonotonicTime.now.advanced(byNanoseconds: $0) }
        // If the system refuses this, the process runs at normal priority.
        switch share {
        case .rest: CLinux_yield_to_everybody(process)
        case .small: CLinux_yield(process)
        }
        loop.add(self)
    }

    /// Ends the process; nothing is called after that. Does nothing once the process has ended.
    func cancel() {
        guard !isOver else { return }
        isOver = true
        loop.remove(self)
        close(output)
        kill(process, SIGKILL)
        Self.reap(process, on: loop, after: 5_000_000)
    }

    // MARK: - On the loop

    func interest() -> (descriptor: Int32, events: Int16)? { isOver ? nil : (output, Int16(POLLIN)) }

    func deadline() -> MonotonicTime? { isOver ? nil : limit }

    func process(events: Int16) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isOver {
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                take(buffer[..<count])
            } else if count == 0 {
                return end(.closed)
            } else if errno != EINTR {
                break
            }
        }
        if !isOver, let limit, MonotonicTime.now >= limit { end(.silent) }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let whole = line + rest[..<feed]
            line = []
            rest = rest[(feed + 1)...]
            limit = patience.map { MonotonicTime.now.advanced(byNanoseconds: $0) }
            onLine(whole)
            if isOver { return }
        }
        line += rest
        if line.count > Self.longestLine { end(.tooLong) }
    }

    private func end(_ how: End) {
        cancel()
        onEnd(how)
    }

    /// Reaps a killed process, usually within a moment. If the process hangs in a file system that does not respond,
    /// the attempts become ever rarer.
    private static func reap(_ process: pid_t, on loop: EventLoop, after nanoseconds: Int64) {
        loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: nanoseconds)) {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == 0 { reap(process, on: loop, after: nanoseconds * 2) }
        }
    }
}
