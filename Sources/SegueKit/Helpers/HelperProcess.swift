import CLinux
import EventLoop
import Glibc

/// A program that looks into files in a process of its own, so that no file can take the player along, and tells in
/// lines what it finds. It may be killed at any time.
///
/// It belongs to the loop's thread.
final class HelperProcess: EventSource {
    /// How a process has ended.
    enum End {
        case closed
        /// It said nothing for too long.
        case silent
        /// It said more on one line than anybody would.
        case tooLong
    }

    /// The share of the machine that a process gets.
    enum Share {
        /// The time that nothing else wants, for work that nobody waits for.
        case rest
        /// A tenth at least, for work that a person waits for.
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

    /// Starts `program`, its arguments before `files`. `onLine` is called on the loop for each line, and `onEnd` once,
    /// unless `cancel` comes before. `patience` is in nanoseconds: how long it may say nothing; nil is
    /// for ever.
    ///
    /// Throws what keeps the process from being started.
    init(
        _ program: [String], files: [[UInt8]], share: Share, patience: Int64?, on loop: EventLoop,
        onLine: @escaping ([UInt8]) -> Void, onEnd: @escaping (End) -> Void
    ) throws(SpawnedProcess.Errno) {
        var ends: [Int32] = [0, 0]
        guard CLinux_pipe(&ends) == 0 else { throw SpawnedProcess.Errno(code: errno) }
        // This end alone: whoever writes to the other one waits for room.
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
        // Where the system refuses this, the process runs like any other.
        switch share {
        case .rest: CLinux_yield_to_everybody(process)
        case .small: CLinux_yield(process)
        }
        loop.add(self)
    }

    /// Ends the process; nothing is called any more. Does nothing once the process has ended.
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

    /// Lets the system forget a killed process, as a rule within a moment. One that hangs in a file system which does
    /// not answer is asked for ever more rarely.
    private static func reap(_ process: pid_t, on loop: EventLoop, after nanoseconds: Int64) {
        loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: nanoseconds)) {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == 0 { reap(process, on: loop, after: nanoseconds * 2) }
        }
    }
}
