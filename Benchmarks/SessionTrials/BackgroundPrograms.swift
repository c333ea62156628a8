import Glibc
import SegueTestSupport
import Synchronization

/// The sound servers and recorders that are running now, so that none is left when the process is ended.
final class BackgroundPrograms: Sendable {
    static let shared = BackgroundPrograms()

    private let running = Mutex<[BackgroundProgram]>([])

    /// Starts a program in the home of the process; see `BackgroundProgram`.
    func start(_ command: [String], environment: [String: String] = [:]) throws -> BackgroundProgram {
        let program = try BackgroundProgram(command, environment: environment)
        running.withLock { $0.append(program) }
        return program
    }

    /// Kills a program, even if it is stopped.
    func end(_ program: BackgroundProgram) {
        program.end(SIGKILL)
        running.withLock { $0.removeAll { $0 === program } }
    }

    /// Kills all programs.
    func end() {
        for program in running.withLock({ $0 }) { end(program) }
    }

    /// Records the monitor of a sink into a file of 32-bit floating point samples in stereo, without a header, at
    /// 44,100 Hz. Returns once samples arrive. If the recorder ends before that, it is started again, because it does
    /// not wait for a server that is not listening yet.
    ///
    /// - Throws: `NotStarted`, and `CancellationError`.
    func record(_ sink: String, into path: String, environment: [String: String] = [:]) async throws
        -> BackgroundProgram
    {
        while true {
            let recorder = try start(
                [
                    "parec", "--device=\(sink).monitor", "--format=float32le", "--rate=44100", "--channels=2", "--raw",
                    "--latency-msec=20", path,
                ], environment: environment)
            while recorder.isRunning, Self.size(of: path) == 0 { try await Task.sleep(for: .milliseconds(10)) }
            guard !recorder.isRunning else { return recorder }
            end(recorder)
        }
    }

    private static func size(of path: String) -> Int {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : 0
    }
}
