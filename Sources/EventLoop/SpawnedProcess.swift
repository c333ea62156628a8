import CLinux
import Glibc

/// Processes started by this program: without input, with no signal blocked.
package enum SpawnedProcess {
    /// The destination of a process's output.
    package enum Output {
        /// Into this descriptor; error output is discarded.
        case descriptor(Int32)
        /// Appended to this file, together with error output.
        case file(String)
    }

    /// POSIX_SPAWN_SETSID of spawn.h, which Swift's Glibc module lacks.
    private static let newSession: Int16 = 0x80

    /// Starts a program with these arguments, the first of which is its name, and returns its process ID. A program
    /// without a slash is searched for in the search path. With `isDetached`, the process has its own session, so that
    /// it does not end with the terminal.
    ///
    /// Throws the code of `posix_spawn` (errno.h) if the program can't be started.
    package static func start(
        _ program: String, _ arguments: [[UInt8]], output: Output, isDetached: Bool = false
    ) throws(Errno) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        switch output {
        case .descriptor(let descriptor):
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | (isDetached ? newSession : 0))
        let words = arguments.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawnp(&process, program, &actions, &attributes, words, environ)
        guard code == 0 else { throw Errno(code: code) }
        return process
    }

    /// The reason why a process was not started.
    package struct Errno: Error {
        /// The code of errno.h.
        package var code: Int32

        package init(code: Int32) {
            self.code = code
        }
    }
}
