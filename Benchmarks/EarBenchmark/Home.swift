import EventLoop
import Glibc
import SegueTestSupport

/// A private home and session bus, and the environment of the programs in it.
final class Home {
    let path: String
    let bus: PrivateBusDaemon
    let environment: [String: String]

    /// The socket at which the sound server of this home listens for PulseAudio's protocol.
    var soundSocket: String { "\(path)/pulse/native" }

    init() throws {
        var template = Array("/tmp/segue-ear-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("there is no temporary directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for folder in ["pulse", ".config", ".config/segue"] { mkdir("\(path)/\(folder)", 0o700) }
        bus = try PrivateBusDaemon()
        environment = [
            "PATH": Self.searchPath, "HOME": path, "XDG_RUNTIME_DIR": path, "LC_ALL": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": bus.address,
            // No other sound server is found, and none is started automatically.
            "PULSE_SERVER": "unix:\(path)/pulse/native",
        ]
    }

    /// Ends the bus and deletes all files.
    func remove() {
        bus.stop()
        _ = try? run("rm", "-r", path)
    }

    /// Starts a program in this home.
    func start(_ words: [String]) throws -> ChildProcess { try ChildProcess(words, environment: environment) }

    /// Writes a file of this home; its folder must exist.
    func write(_ text: String, to path: String) throws {
        guard let file = fopen("\(self.path)/\(path)", "w") else { throw Failure("\(path) can't be written") }
        fputs(text, file)
        fclose(file)
    }

    /// Runs a program to its end; returns the text that it wrote to stdout.
    @discardableResult
    func run(_ words: String...) throws -> String { try ChildProcess.run(words, environment: environment) }

    /// Checks `condition` repeatedly, with 20 ms in between, until it returns true.
    /// - Throws: `Failure` after 30 s.
    static func wait(for what: String, until condition: () throws -> Bool) throws {
        let start = MonotonicTime.now
        while try !condition() {
            guard MonotonicTime.now.nanoseconds(since: start) < 30_000_000_000 else {
                throw Failure("waited in vain for \(what)")
            }
            usleep(20_000)
        }
    }

    /// Returns the path of an installed program; nil if it is not installed.
    static func program(named name: String) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }
}
