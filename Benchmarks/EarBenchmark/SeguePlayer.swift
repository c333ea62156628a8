import EventLoop
import Glibc
import SDBus
import SegueTestSupport

/// The command that was built beside this program, with the settings that it comes with, but for the fades of play and stop: those are heard from
/// the press on, and end when they are set to.
final class SeguePlayer: Player {
    static let name = "segue"
    let keys = Key.allCases

    private let bus: Bus
    private let process: ChildProcess
    private var failure: BusError?

    private static let player = "org.mpris.MediaPlayer2.Player"

    init(playing tracks: [String], in home: Home, loop: EventLoop) throws {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let segue = program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/segue"
        let settings = "\(home.path)/.config/segue/config.toml"
        guard let file = fopen(settings, "w") else { throw Failure("\(settings) can't be written") }
        fputs("fadeInDuration = 0\nfadeOutDuration = 0\n", file)
        fclose(file)
        bus = try Bus.openAddress(home.bus.address, on: loop)
        process = try home.start([segue, "daemon"] + tracks)
        do {
            // The second track is followed by the first.
            try Home.wait(for: "the player") {
                (try? bus.callAndWait(Self.set("LoopStatus", to: .string("Playlist")))) != nil
            }
        } catch {
            process.end()
            throw error
        }
    }

    func press(_ key: Key) throws {
        if let failure { throw failure }
        bus.call(Self.call(for: key)) { [self] result in
            if case .failure(let error) = result { failure = error }
        }
    }

    func end() {
        bus.close()
        process.end()
    }

    private static func call(for key: Key) -> BusCall {
        switch key {
        case .pause: call(player, "Pause")
        case .resume, .play: call(player, "Play")
        case .quieter: set("Volume", to: .double(0.25))
        case .louder: set("Volume", to: .double(1))
        case .stop: call(player, "Stop")
        case .seek: call(player, "Seek", .int64(Int64(Track.seekDistance) * 1_000_000))
        case .next: call(player, "Next")
        }
    }

    private static func set(_ property: String, to value: BusValue) -> BusCall {
        call("org.freedesktop.DBus.Properties", "Set", .string(player), .string(property), .variant(value))
    }

    private static func call(_ interface: String, _ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            destination: "org.mpris.MediaPlayer2.segue", path: "/org/mpris/MediaPlayer2", interface: interface,
            member: member, arguments: arguments)
    }
}
