import Glibc
import SegueClient
import SegueKit

/// A player that this command has started: in a session of its own, with its messages in
/// `daemon.log` where it keeps its session. If that folder can't be written to, which is said on stderr, the player
/// plays all the same, and keeps neither messages nor its session.
final class DaemonProcess {
    private let process: pid_t
    /// Nil when no log can be written.
    private let log: String?

    /// Throws `CommandFailure` when the executable can't be started.
    init() throws {
        let folder = PlayerInstance.chosen.folder
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
        guard let log else {
            return "it ended at once, and left no message; `\(PlayerInstance.chosen.command) daemon` shows why"
        }
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
        let instance = PlayerInstance.chosen.name.map { [PlayerInstance.option, $0] } ?? []
        do throws(SpawnedProcess.Errno) {
            return try PlayerProgram.start(Executable.path, instance, log: log)
        } catch {
            throw CommandFailure("The player could not be started: \(String(cString: strerror(error.code))).")
        }
    }
}
