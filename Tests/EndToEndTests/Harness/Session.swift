import Foundation
import Glibc
import SDBus

/// A separate login session for a test: a home, a bus, and the programs started by the test. When the session ends, all
/// its programs are ended.
final class Session: Sendable {
    let folder: URL
    let observer: BusObserver
    let environment: [String: String]
    private let bus: RunningProgram

    static let player = "org.mpris.MediaPlayer2.segue"
    static let application = "io.github.segueplayer.Segue"
    static let mprisPath = "/org/mpris/MediaPlayer2"
    static let seguePath = "/io/github/segueplayer/Segue"

    /// Runs `body` in a new session.
    static func run(_ body: (Session) async throws -> Void) async throws {
        let session = try await Session()
        do {
            try await body(session)
            await session.end()
        } catch {
            await session.end()
            throw error
        }
    }

    private init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("segue-\(UUID().uuidString)")
        for name in ["home", "run", "services", "music"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let socket = "unix:path=\(folder.path)/bus"
        try Self.busConfiguration(address: socket, services: folder.appendingPathComponent("services").path)
            .write(to: folder.appendingPathComponent("bus.conf"), atomically: true, encoding: .utf8)
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.appendingPathComponent("home").path,
            "XDG_RUNTIME_DIR": folder.appendingPathComponent("run").path,
            "LC_ALL": "C.UTF-8",
            "GST_REGISTRY": BuiltProducts.pluginRegistry.path,
            // The player must not start a sound server that the test does not know of.
            "PULSE_SERVER": "unix:\(folder.path)/run/pulse/native",
            // The test must not be heard through the computer's sound card. The test writes ALSA's configuration here.
            "ALSA_CONFIG_PATH": "\(folder.path)/alsa.conf",
        ]
        // A sanitizer's programs take its settings from here.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        bus = try RunningProgram(
            "dbus-daemon", ["--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address"],
            environment: environment, folder: folder)
        try await bus.wrote("\n")
        environment["DBUS_SESSION_BUS_ADDRESS"] = socket
        // There is no system bus unless a test starts one: the computer's own bus must not be used.
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder.path)/system"
        self.environment = environment
        observer = try await BusObserver(address: socket)
        // Most tests know the position of a fade to the sample, and their files have no content to analyse.
        try configure("transitions = \"plain\"")
    }

    /// Makes the player treat the initial searches as deleted, so that it saves none when it finds music.
    func deleteFirstSearches() throws {
        let directory = folder.appendingPathComponent("home/.local/state/segue")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data().write(to: directory.appendingPathComponent("first-searches"))
    }

    /// Writes settings, each `key = value`, into the configuration file, replacing previous values of the same keys.
    /// Before a player starts, this is the quickest way to change settings.
    func configure(_ settings: String...) throws {
        let directory = folder.appendingPathComponent("home/.config/segue")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent("config.toml")
        func key(_ line: Substring) -> Substring { line.prefix { $0 != " " } }
        let keys = settings.map { key($0[...]) }
        let former = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let kept = former.split(separator: "\n").filter { !keys.contains(key($0)) }.map(String.init)
        try (kept + settings).map { "\($0)\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }

    private func end() async {
        try? await endPlayer()
        observer.close()
        bus.send(SIGTERM)
        _ = try? await bus.finish()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: - Programs

    /// Starts a program with this session's environment.
    func start(_ executable: String, _ arguments: [String], environment extra: [String: String] = [:]) throws
        -> RunningProgram
    {
        try RunningProgram(
            executable, arguments, environment: environment.merging(extra) { $1 },
            folder: folder.appendingPathComponent("music"))
    }

    /// Runs a program to its end.
    func run(_ executable: String, _ arguments: String..., environment extra: [String: String] = [:]) async throws
        -> Finished
    {
        try await RunningProgram(
            executable, arguments, environment: environment.merging(extra) { $1 },
            folder: folder.appendingPathComponent("music")
        ).finish()
    }

    /// Runs the built command to its end.
    @discardableResult
    func segue(_ arguments: String...) async throws -> Finished {
        try await RunningProgram(
            BuiltProducts.segue.path, arguments, environment: environment,
            folder: folder.appendingPathComponent("music")
        ).finish()
    }

    /// Starts `segue daemon` with these arguments and returns once its names are on the bus.
    func startDaemon(_ arguments: String...) async throws -> RunningProgram {
        try await startDaemon(arguments)
    }

    func startDaemon(_ arguments: [String]) async throws -> RunningProgram {
        let mark = await observer.mark()
        let daemon = try RunningProgram(
            BuiltProducts.segue.path, ["daemon"] + arguments, environment: environment,
            folder: folder.appendingPathComponent("music"))
        // The last name that the player requests.
        try await observer.sees(Self.application, from: mark)
        return daemon
    }

    // MARK: - The player on the bus

    /// Asks the player to end, if one is running, and waits until all its names are released and its process has ended.
    func endPlayer(_ signal: Int32 = SIGTERM) async throws {
        guard let process = try await process(of: Self.player), process != getpid() else { return }
        let hasBoth = try await self.process(of: Self.application) == process
        let mark = await observer.mark()
        kill(process, signal)
        for name in hasBoth ? [Self.player, Self.application] : [Self.player] {
            try await observer.signal(from: mark, "\(name) to go") { signal in
                signal.member == "NameOwnerChanged" && signal.arguments[0].asString == name
                    && signal.arguments[2].asString == ""
            }
        }
        _ = try await run("tail", "-f", "/dev/null", "-s", "0.01", "--pid", "\(process)")
    }

    /// Ends the process that owns this name on the bus, and waits until it has ended.
    func end(_ name: String, process: pid_t, from mark: Int) async throws {
        kill(process, SIGTERM)
        try await observer.signal(from: mark, "\(name) to go") { signal in
            signal.member == "NameOwnerChanged" && signal.arguments[0].asString == name
                && signal.arguments[2].asString == ""
        }
        _ = try await run("tail", "-f", "/dev/null", "-s", "0.01", "--pid", "\(process)")
    }

    /// Returns the process that owns a name; nil if the name has no owner.
    func process(of name: String) async throws -> pid_t? {
        let reply = try? await observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
            .string(name))
        return reply?.first?.asInt64.map { pid_t($0) }
    }

    /// Returns once a queue with this file is on disk.
    func saves(_ name: String) async {
        let state = folder.appendingPathComponent("home/.local/state/segue")
        func holds(_ file: String) -> Bool {
            let content = try? Data(contentsOf: state.appendingPathComponent(file))
            return content?.range(of: Data(name.utf8)) != nil
        }
        while !holds("session.sqlite"), !holds("session.sqlite-wal") { await Task.yield() }
    }

    func playerProperty(_ name: String) async throws -> BusValue {
        try await observer.property(
            name, of: "org.mpris.MediaPlayer2.Player", at: Self.mprisPath, destination: Self.player)
    }

    func crossfadeProperty(_ name: String) async throws -> BusValue {
        try await observer.property(
            name, of: "io.github.segueplayer.Segue.Crossfade1", at: Self.seguePath, destination: Self.player)
    }

    /// Returns the current title.
    func title() async throws -> String? {
        try await playerProperty("Metadata").asProperties?["xesam:title"]?.asString
    }

    /// Waits until the property is announced with a wanted value, from `mark` on.
    func announced(
        _ property: String, of interface: String = "org.mpris.MediaPlayer2.Player", from mark: Int,
        within limit: Duration = .seconds(30), where isWanted: @escaping @Sendable (BusValue) -> Bool
    ) async throws {
        try await observer.signal(from: mark, within: limit, "\(property) of \(interface)") { signal in
            signal.member == "PropertiesChanged" && signal.arguments.first?.asString == interface
                && signal.arguments[1].asProperties?[property].map(isWanted) == true
        }
    }

    private static func busConfiguration(address: String, services: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(services)</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <!-- As on a desktop's session bus. -->
          <limit name="max_replies_per_connection">50000</limit>
        </busconfig>
        """
    }
}
