import Glibc
import SegueKit

/// A player that this command has started: in a session of its own, with its messages in
/// `$XDG_STATE_HOME/segue/daemon.log`. If that folder can't be written to, which is said on stderr, the player plays
/// all the same, and keeps neither messages nor its session.
final class DaemonProcess {
    /// POSIX_SPAWN_SETSID of spawn.h, which Swift's Glibc module leaves out: a session of its own, so that the player
    /// does not end with the terminal.
    private static let newSession: Int16 = 0x80

    private let process: pid_t
    /// Nil when no log can be written.
    private let log: String?

    /// Throws `CommandFailure` when the executable can't be started.
    init() throws {
        let folder = UserFolder.state.path
        log = Self.makeLog(in: folder)
        if log == nil {
            let reason = String(cString: strerror(errno))
            Terminal.standardError.writeLine(
                "segue: \(printable(folder)) can't be written to: \(reason). "
                    + "The player keeps neither its session nor a log.")
        }
        process = try Self.spawn(log: log ?? "/dev/null")
    }

    /// An empty log; nil, with errno set, when it can't be made.
    private static func makeLog(in folder: String) -> String? {
        guard make(folder) else { return nil }
        let log = folder + "/daemon.log"
        // The messages of the last player stay until the next one.
        rename(log, log + ".old")
        let descriptor = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return log
    }

    /// Whether the process has ended; then it is no longer a child.
    var hasEnded: Bool { waitpid(process, nil, WNOHANG) == process }

    /// The last line that the process wrote, as a clause.
    var lastWords: String {
        guard let log else { return "it ended at once, and left no message; `segue daemon` shows why" }
        guard let file = fopen(log, "r") else { return "it ended at once, see \(log)" }
        defer { fclose(file) }
        var last = ""
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if line.contains(where: { !$0.isWhitespace }) { last = line }
        }
        while last.last.map({ $0.isWhitespace || $0 == "." }) == true { last.removeLast() }
        return last.isEmpty ? "it ended at once, see \(log)" : last
    }

    /// Makes the folder and those above it, for the user alone. False, with errno set, when that fails.
    private static func make(_ path: String) -> Bool {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { return false }
        }
        return true
    }

    private static func spawn(log: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.newSession)

        // The player must not keep the folder busy that this command was called in; this process has no use for it any
        // more.
        chdir("/")
        let arguments = [strdup("segue"), strdup("daemon"), nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        // GLib's own heap gives nothing back. GLib reads this variable before the program begins, and ignores it from
        // 2.76 on.
        setenv("G_SLICE", "always-malloc", 0)
        let code = posix_spawn(&process, Executable.path, &actions, &attributes, arguments, environ)
        guard code == 0 else {
            throw CommandFailure("The player could not be started: \(String(cString: strerror(code))).")
        }
        return process
    }
}
