import CLinux
import EventLoop
import Glibc
import SegueCore

/// The analysis of one file in a process of its own, so that no file can take the player along: it runs only while
/// nothing else wants the processor, and may be killed at any time.
///
/// It belongs to the loop's thread.
final class AnalysisProcess: EventSource {
    /// In nanoseconds: an analysis that is not through after this time has failed. On a busy machine it gets nothing
    /// for long.
    private static let patience: Int64 = 600_000_000_000
    /// No file has as many facts.
    private static let longestAnswer = 16 << 20

    private let loop: EventLoop
    private let process: pid_t
    private let output: Int32
    private let limit: MonotonicTime
    private let completion: (Result<TrackFacts, AnalysisFailure>) -> Void
    private var answer: [UInt8] = []
    private var isOver = false

    /// Starts `program`, its arguments before the path of the file, which begins with a slash. The completion is called
    /// on the loop, once, unless `cancel` comes before.
    ///
    /// Throws `AnalysisFailure` when no process can be started.
    init(
        _ program: [String], path: [UInt8], on loop: EventLoop,
        _ completion: @escaping (Result<TrackFacts, AnalysisFailure>) -> Void
    ) throws(AnalysisFailure) {
        var ends: [Int32] = [0, 0]
        guard CLinux_pipe(&ends) == 0 else { throw AnalysisFailure(code: errno) }
        // This end alone: whoever writes to the other one waits for room.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        do throws(SpawnedProcess.Errno) {
            process = try SpawnedProcess.start(
                program[0], program.map { Array($0.utf8) } + [path], output: .descriptor(ends[1]))
        } catch {
            close(ends[0])
            throw AnalysisFailure(code: error.code)
        }
        output = ends[0]
        self.loop = loop
        self.completion = completion
        limit = MonotonicTime.now.advanced(byNanoseconds: Self.patience)
        // Where the system refuses this, the analysis runs like any other program.
        CLinux_yield_to_everybody(process)
        loop.add(self)
    }

    /// Ends the process; the completion is not called. Does nothing once it has been called.
    func cancel() {
        guard !isOver else { return }
        end()
    }

    // MARK: - On the loop

    func interest() -> (descriptor: Int32, events: Int16)? { isOver ? nil : (output, Int16(POLLIN)) }

    func deadline() -> MonotonicTime? { isOver ? nil : limit }

    func process(events: Int16) {
        guard !isOver else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                answer.append(contentsOf: buffer[..<count])
                guard answer.count <= Self.longestAnswer else { return finish(.failure(.tooLong)) }
            } else if count == 0 {
                return finish(conclude())
            } else if errno != EINTR {
                break
            }
        }
        if MonotonicTime.now >= limit { finish(.failure(.tooLate)) }
    }

    private func conclude() -> Result<TrackFacts, AnalysisFailure> {
        TrackFacts(json: answer).map { .success($0) } ?? .failure(.noAnswer)
    }

    private func finish(_ result: Result<TrackFacts, AnalysisFailure>) {
        end()
        completion(result)
    }

    private func end() {
        isOver = true
        loop.remove(self)
        close(output)
        kill(process, SIGKILL)
        Self.reap(process, on: loop, after: 5_000_000)
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

/// Why nothing is known of a file.
struct AnalysisFailure: Error, Hashable, CustomStringConvertible {
    var description: String

    /// The error of a system call.
    init(code: Int32) {
        description = String(cString: strerror(code)) + "."
    }

    private init(_ description: String) {
        self.description = description
    }

    static let noAnswer = AnalysisFailure("its sound could not be decoded.")
    static let tooLong = AnalysisFailure("the analysis came to no end.")
    static let tooLate = AnalysisFailure("the analysis took too long.")
}
