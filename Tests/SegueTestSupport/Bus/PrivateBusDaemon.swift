import Glibc
import SDBus

/// A dbus-daemon of the test, at a private address, which ends with its owner.
public final class PrivateBusDaemon {
    /// The D-Bus address to connect to.
    public let address: String
    private let directory: String
    private var process: pid_t?

    public init() throws {
        var template = Array("/tmp/segue-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BusError(.failed, "There is no temporary directory.") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let (process, output) = try Self.spawn([
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address",
            "--address=unix:path=\(directory)/socket",
        ])
        self.process = process
        // The daemon prints its address once it listens.
        var line = [UInt8](repeating: 0, count: 1024)
        let length = read(output, &line, line.count)
        close(output)
        address = String(decoding: line.prefix(max(0, length)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard address.hasPrefix("unix:") else {
            throw BusError(.noServer, "dbus-daemon printed no address.")
        }
    }

    deinit {
        stop()
        unlink(directory + "/socket")
        rmdir(directory)
    }

    /// Ends the daemon, like the end of a desktop session. Does nothing the second time.
    public func stop() {
        guard let process else { return }
        self.process = nil
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Starts a program, and returns its process and the reading end of its output. The program blocks no signals, even
    /// if the calling thread does, and its error messages are discarded.
    private static func spawn(_ arguments: [String]) throws -> (pid_t, Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BusError(.failed, "There is no pipe.") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = arguments.map { strdup($0) } + [nil]
        var process: pid_t = 0
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &words, environ)
        for word in words { free(word) }
        posix_spawnattr_destroy(&attributes)
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw BusError(.failed, "\(arguments[0]) cannot be started: \(String(cString: strerror(code))).")
        }
        return (process, ends[0])
    }
}
