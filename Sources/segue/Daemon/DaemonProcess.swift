import Glibc
import SegueClient
import SegueKit

/// A player started by this command, in a separate session, with its messages in `daemon.log` in the folder of the
/// player's session. If that folder is not writable, the player keeps neither messages nor its session. This is
/// reported on stderr.
final class DaemonProcess {
    private let process: pid_t
    /// The path of the log; nil if no log can be written.
    private let log: String?

    /// Starts the player. Throws `CommandFailure` if the executable cannot be started.
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

    /// Creates an empty log; nil, with errno set, on failure.
    private static func makeLog(in folder: String) -> String? {
        guard make(folder) else { return nil }
        let log = folder + "/daemon.log"
        // The messages of the previous player are kept until the next one starts.
        rename(log, log + ".old")
        let descriptor = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return log
    }

    /// True if the process has ended. The process is then no longer a child.
    var hasEnded: Bool { waitpid(process, nil, WNOHANG) == process }

    /// The last line written by the process, as a clause.
    var lastWords: String {
        guard let log else {
            return "it ended immediately, without a message; `\(PlayerInstance.chosen.command) daemon` shows why"
        }
        guard let file = fopen(log, "r") else { return "it ended immediately, see \(log)" }
        defer { fclose(file) }
        var last = ""
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if line.contains(where: { !$0.isWhitespace }) { last = line }
        }
        while last.last.map({ $0.isWhitespace || $0 == "." }) == true { last.removeLast() }
        return last.isEmpty ? "it ended immediately, see \(log)" : last
    }

    /// Creates the folder and its ancestors, accessible only to the user. Returns false, with errno set, on failure.
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
