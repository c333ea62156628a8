import EventLoop
import Foundation
import SDBus
import SegueTestSupport
import Testing

@testable import SegueCore
@testable import SegueMPRIS

/// The service on a bus with a daemon: names, and commonly used clients.
@Suite struct SessionBusTests {
    /// The service with its name on a separate bus.
    private final class Session {
        let daemon: PrivateBusDaemon
        let loop: EventLoop
        let player = ScriptedPlayer()
        let service: MPRISService

        init() throws {
            daemon = try PrivateBusDaemon()
            loop = try EventLoop()
            let bus = try Bus.openAddress(daemon.address, on: loop)
            service = MPRISService(bus: bus, access: player)
            player.service = service
            try service.publish()
        }

        /// Starts a program on this bus.
        func start(_ path: String, _ arguments: [String]) throws -> Program {
            try Program(path, arguments, bus: daemon.address, loop: loop)
        }

        /// Runs a program to its end, serving the bus meanwhile.
        func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
            let program = try start(path, arguments)
            #expect(loop.run { program.hasEnded })
            return (program.status, program.output)
        }
    }

    private final class Program {
        /// Sendable: written only on the loop, by work that the process's handler enqueues.
        private final class Ending: @unchecked Sendable {
            var hasCome = false
        }

        private let ending = Ending()
        private let process = Process()
        private let pipe = Pipe()

        init(_ path: String, _ arguments: [String], bus: String, loop: EventLoop) throws {
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.environment = ["DBUS_SESSION_BUS_ADDRESS": bus, "LC_ALL": "C"]
            process.standardOutput = pipe
            process.standardError = pipe
            process.terminationHandler = { [ending] _ in loop.perform { ending.hasCome = true } }
            try process.run()
        }

        var hasEnded: Bool { ending.hasCome }
        var status: Int32 { process.terminationStatus }
        var isRunning: Bool { process.isRunning }

        /// The program's output, after its end.
        var output: String {
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Ends the program. SIGTERM is not used, because a process inherits the blocked signals of the thread that
        /// started it.
        func end() {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    private func isOwned(_ session: Session, of name: String) throws -> Bool {
        let bus = try Bus.openAddress(session.daemon.address, on: session.loop)
        let reply = try bus.callAndWait(
            BusCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "NameHasOwner", arguments: [.string(name)]))
        return reply.first?.asBoolean ?? false
    }

    @Test func theSecondPlayerTakesANameOfItsOwnOnlyWhenAsked() throws {
        let session = try Session()
        #expect(try session.service.requestName(orAnother: false) == "org.mpris.MediaPlayer2.segue")
        #expect(try isOwned(session, of: "io.github.segueplayer.Segue"))

        func another() throws -> MPRISService {
            let bus = try Bus.openAddress(session.daemon.address, on: session.loop)
            return MPRISService(bus: bus, access: session.player)
        }
        let second = try another()
        #expect(errorName { _ = try second.requestName(orAnother: false) } == BusError.Name.nameTaken.rawValue)
        let instance = "org.mpris.MediaPlayer2.segue.instance\(ProcessInfo.processInfo.processIdentifier)"
        #expect(try second.requestName(orAnother: true) == instance)
        let third = try another()
        #expect(try third.requestName(orAnother: true).hasPrefix(instance + "_"))

        session.service.close()
        // When the daemon has replied to a later call on the same connection, it has seen the release.
        _ = try session.run("/usr/bin/busctl", ["--address=\(session.daemon.address)", "list", "--no-pager"])
        #expect(try !isOwned(session, of: "org.mpris.MediaPlayer2.segue"))
        #expect(try isOwned(session, of: instance))
    }

    @Test func playerctlDrivesThePlayer() throws {
        let session = try Session()
        // While a track plays, a client advances the position by its own clock.
        session.player.snapshot = .paused
        session.player.live = LivePosition(position: MediaTime(seconds: 12.5), fadeProgress: 0)
        _ = try session.service.requestName(orAnother: false)
        func playerctl(_ arguments: String...) throws -> String {
            let (status, output) = try session.run("/usr/bin/playerctl", ["-p", "segue"] + arguments)
            #expect(status == 0, "\(arguments): \(output)")
            return output
        }
        #expect(try playerctl("status") == "Paused")
        #expect(try playerctl("metadata", "title") == "Track 2")
        #expect(try playerctl("metadata", "mpris:trackid") == "'\(path(2))'")
        #expect(try playerctl("metadata", "--format", "{{duration(mpris:length)}}") == "3:00")
        #expect(try playerctl("position") == "12.500000")
        #expect(try playerctl("volume") == "1.000000")
        for verb in ["play", "pause", "play-pause", "next", "previous", "stop"] { _ = try playerctl(verb) }
        _ = try playerctl("position", "20.25")
        _ = try playerctl("volume", "0.5")
        _ = try playerctl("loop", "Track")
        _ = try playerctl("shuffle", "On")
        #expect(
            session.player.commands == [
                .play, .pause, .toggle, .next, .previous, .stopAndRewind,
                .seek(to: MediaTime(seconds: 20.25), track: EntryID(rawValue: 2)), .setVolume(0.5), .setRepeat(.track),
                .setShuffle(true),
            ])
    }

    /// A foreign PropertiesChanged on the standard path, and an error without text, have both made playerctld crash.
    @Test func playerctldSurvivesAHundredFadesAndErrors() throws {
        let session = try Session()
        _ = try session.service.requestName(orAnother: false)
        let daemon = try session.start("/usr/bin/playerctld", [])
        defer { daemon.end() }
        let client = try Bus.openAddress(session.daemon.address, on: session.loop)
        func viaDaemon(_ member: String, _ arguments: [BusValue] = []) -> Result<[BusValue], BusError>? {
            var result: Result<[BusValue], BusError>?
            client.call(
                BusCall(
                    destination: "org.mpris.MediaPlayer2.playerctld", path: BusNames.standardPath,
                    interface: BusNames.playerInterface, member: member, arguments: arguments)
            ) { result = $0 }
            _ = session.loop.run { result != nil }
            return result
        }
        let appeared = try client.subscribe(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"
        ) { _ in }
        defer { appeared.close() }
        #expect(session.loop.run { (try? isOwned(session, of: "org.mpris.MediaPlayer2.playerctld")) == true })

        for round in 0..<100 {
            session.player.change { $0 = .fading(0) }
            session.player.change { $0 = .fading(0.5) }
            session.player.change(effects: [.seeked(.zero), .queueChanged(.replaced), .report(.queueChanged)]) {
                $0 = .playing { $0.track = makeEntry(UInt64(round)) }
            }
        }
        session.player.change { $0 = .empty }
        for (method, arguments) in [
            ("PlayPause", []), ("OpenUri", [.string("gopher://x")]), ("OpenUri", [.string("")]),
        ] as [(String, [BusValue])] {
            guard case .failure(let error)? = viaDaemon(method, arguments) else {
                Issue.record("\(method) should have failed")
                continue
            }
            #expect(!error.message.isEmpty)
        }
        session.player.change { $0 = .playing() }
        _ = viaDaemon("Next")
        #expect(session.player.commands.last == .next)
        #expect(daemon.isRunning)
    }
}
