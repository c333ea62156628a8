import Foundation
import Glibc
import Synchronization

/// A program that runs beside the calling process until `end`, without a thread or a run loop to watch it.
///
/// Foundation's `Process` does not fit sound servers: PulseAudio closes the descriptors that it inherits, which
/// `Process` mistakes for the end of the program. Its only thread then waits for PulseAudio, and the end of no other
/// program of the process is reported.
public final class BackgroundProgram: Sendable {
    private let identifier: pid_t
    /// The status of waitpid(2); nil until the end of the program has been seen.
    private let status = Mutex<Int32?>(nil)

    public struct NotStarted: Error, CustomStringConvertible {
        var command: [String]
        var reason: String

        public var description: String { "\(command.joined(separator: " ")): \(reason)" }
    }

    /// Starts `command[0]`, which is searched in PATH. The variables of `environment` are added to those of the calling
    /// process. Stdout goes to the file `output`, or is discarded if that is nil; stderr is discarded.
    ///
    /// - Throws: `NotStarted` if the program can't be started.
    public init(_ command: [String], environment: [String: String] = [:], output: String? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // The test runner's threads block signals that the program needs.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = command.map { strdup($0) } + [nil]
        let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, command[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw NotStarted(command: command, reason: String(cString: strerror(code))) }
        self.identifier = identifier
    }

    /// True until the program has ended.
    public var isRunning: Bool {
        status.withLock { status in
            guard status == nil else { return false }
            var value: Int32 = 0
            guard waitpid(identifier, &value, WNOHANG) == identifier else { return true }
            status = value
            return false
        }
    }

    /// Sends a signal. Does nothing once the program is known to have ended.
    public func signal(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(identifier, signal) } }
    }

    /// Sends a signal that ends the program, and waits for the end. Does nothing once the program has ended.
    public func end(_ signal: Int32) {
        self.signal(signal)
        wait()
    }

    /// Waits for the program to end. Returns true if the exit status is 0.
    @discardableResult
    public func wait() -> Bool {
        status.withLock { status in
            var value: Int32 = 0
            if status == nil {
                while waitpid(identifier, &value, 0) < 0, errno == EINTR {}
                status = value
            }
            return status == 0
        }
    }
}
