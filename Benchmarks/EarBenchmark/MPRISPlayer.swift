import EventLoop
import Glibc
import SDBus
import SegueTestSupport

/// A player whose keys are pressed over the bus.
final class MPRISPlayer: Player {
    let name: String
    let keys = Key.allCases

    private let bus: Bus
    private let process: ChildProcess
    private var failure: BusError?

    /// Starts `words`, and waits until the player replies to `call`, which makes the first track follow the second.
    private init(named name: String, _ words: [String], repeatingBy call: BusCall, in home: Home, loop: EventLoop)
        throws
    {
        self.name = name
        bus = try Bus.openAddress(home.bus.address, on: loop)
        process = try home.start(words)
        do {
            try Home.wait(for: name) { (try? bus.callAndWait(call)) != nil }
        } catch {
            process.end()
            throw error
        }
    }

    /// Starts the command that was built beside this program, with its default settings except for fades and analysis.
    /// The fades of play and stop are off: they are audible from the command on, and end as configured. Loudness and
    /// transitions do not use analysis.
    static func segue(playing tracks: [String], in home: Home, loop: EventLoop) throws -> MPRISPlayer {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let segue = program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/segue"
        // Tracks at one level, as the other players play them.
        try home.write(
            """
            fadeInDuration = 0
            fadeOutDuration = 0
            loudnessMode = "off"
            transitions = "plain"

            """, to: ".config/segue/config.toml")
        let name = "segue"
        return try MPRISPlayer(
            named: name, [segue, "daemon"] + tracks, repeatingBy: set("LoopStatus", to: .string("Playlist"), of: name),
            in: home, loop: loop)
    }

    /// Starts Audacious with its default settings. Nil if it is not installed.
    static func audacious(playing tracks: [String], in home: Home, loop: EventLoop) throws -> MPRISPlayer? {
        guard let program = Home.program(named: "audacious") else { return nil }
        let name = "audacious"
        // Audacious lacks MPRIS's LoopStatus.
        let call = BusCall(
            destination: "org.atheme.audacious", path: "/org/atheme/audacious", interface: "org.atheme.audacious",
            member: "ToggleRepeat", arguments: [])
        return try MPRISPlayer(
            named: name, [program, "--headless", "--play"] + tracks, repeatingBy: call, in: home, loop: loop)
    }

    func press(_ key: Key) throws {
        if let failure { throw failure }
        bus.call(call(for: key)) { [self] result in
            if case .failure(let error) = result { failure = error }
        }
    }

    func end() {
        bus.close()
        process.end()
    }

    private func call(for key: Key) -> BusCall {
        switch key {
        case .pause: Self.call("Pause", of: name)
        case .resume, .play: Self.call("Play", of: name)
        case .quieter: Self.set("Volume", to: .double(0.25), of: name)
        case .louder: Self.set("Volume", to: .double(1), of: name)
        case .stop: Self.call("Stop", of: name)
        case .seek: Self.call("Seek", .int64(Int64(Track.seekDistance) * 1_000_000), of: name)
        case .next: Self.call("Next", of: name)
        }
    }

    private static let interface = "org.mpris.MediaPlayer2.Player"

    private static func set(_ property: String, to value: BusValue, of name: String) -> BusCall {
        call(
            "Set", .string(interface), .string(property), .variant(value), on: "org.freedesktop.DBus.Properties",
            of: name)
    }

    private static func call(
        _ member: String, _ arguments: BusValue..., on interface: String = interface, of name: String
    ) -> BusCall {
        BusCall(
            destination: "org.mpris.MediaPlayer2.\(name)", path: "/org/mpris/MediaPlayer2", interface: interface,
            member: member, arguments: arguments)
    }
}
