import Foundation
import Glibc
import Synchronization

/// A child process with its stdout and stderr on pipes, read by a separate thread.
///
/// Foundation's Process is not used: its pipes and its end notification go through the run loop and Dispatch, which
/// lose events when many short programs run.
struct ChildProcess {
    let identifier: pid_t
    private let output: Int32
    private let errors: Int32

    struct SpawnFailed: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts `arguments[0]`, found through PATH, in `folder`.
    init(_ arguments: [String], environment: [String: String], folder: String) throws {
        let output = try Self.pipe()
        let errors = try Self.pipe()
        defer {
            close(output.write)
            close(errors.write)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)

        // The test runner's threads block and ignore signals that the program has to receive.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // env changes the folder and becomes the program.
        let words = (["env", "-C", folder, "--"] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier = pid_t()
        let code = posix_spawn(&identifier, "/usr/bin/env", &actions, &attributes, words, variables)
        guard code == 0 else {
            close(output.read)
            close(errors.read)
            throw SpawnFailed(description: "\(arguments): \(String(cString: strerror(code)))")
        }
        self.identifier = identifier
        self.output = output.read
        self.errors = errors.read
    }

    /// Forwards the program's output and, at the end, its exit status (or 128 plus the signal that ended it). The
    /// callbacks run on a separate thread.
    func follow(
        output onOutput: @escaping @Sendable (Data) -> Void, errors onErrors: @escaping @Sendable (Data) -> Void,
        end: @escaping @Sendable (Int32) -> Void
    ) {
        let exit = ExitWatch(of: identifier)
        Thread.detachNewThread {
            var streams = [(self.output, onOutput), (self.errors, onErrors)]
            while !streams.isEmpty {
                var descriptors = streams.map { pollfd(fd: $0.0, events: Int16(POLLIN), revents: 0) }
                guard poll(&descriptors, UInt(descriptors.count), -1) > 0 else { continue }
                for (index, descriptor) in descriptors.enumerated().reversed() where descriptor.revents != 0 {
                    var buffer = [UInt8](repeating: 0, count: 65536)
                    let count = read(descriptor.fd, &buffer, buffer.count)
                    if count > 0 {
                        streams[index].1(Data(buffer[..<count]))
                    } else {
                        close(descriptor.fd)
                        streams.remove(at: index)
                    }
                }
            }
            let status = exit.wait()
            let signal = status & 0x7F
            end(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else {
            throw SpawnFailed(description: "pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Reaps a process as soon as it ends. A helper that it leaves behind may keep its output open for longer, and tail(1)
/// sees a process until it is reaped.
private final class ExitWatch: Sendable {
    private let status = Mutex<Int32>(0)
    private let ended = DispatchSemaphore(value: 0)

    init(of process: pid_t) {
        Thread.detachNewThread { [self] in
            var value: Int32 = 0
            while waitpid(process, &value, 0) < 0 && errno == EINTR {}
            status.withLock { $0 = value }
            ended.signal()
        }
    }

    /// Blocks until the process has ended. Must be called once. Returns the status of waitpid(2).
    func wait() -> Int32 {
        ended.wait()
        return status.withLock { $0 }
    }
}
