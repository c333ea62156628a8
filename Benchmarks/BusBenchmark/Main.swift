import EventLoop
import Glibc
import SDBus
import SegueTestSupport

/// What a call costs that the desktop makes: the built command on a private bus, with 1,000 tracks, all in one run. Every figure is also
/// given as a multiple of a `Ping`, which takes the same way through the bus and asks for nothing.
@main
enum BusBenchmark {
    static func main() throws {
        let folder = try MusicFolder(tracks: 1000)
        let daemon = try PrivateBusDaemon()
        let loop = try EventLoop()
        let bus = try Bus.openAddress(daemon.address, on: loop)
        let client = try Client(bus: bus, loop: loop)
        let player = try PlayerProcess(playing: folder, address: daemon.address)
        defer { player.end() }
        client.wait("the first track to play") { client.status == "Playing" }

        print("median and 99th percentile in milliseconds, and the median as a multiple of Ping\n")
        let ping = client.times(500) { client.call("org.freedesktop.DBus.Peer", "Ping") }
        report("Ping", ping, ping)
        report("Get Position", client.times(500) { client.get("Position") }, ping)
        report("Get Metadata", client.times(500) { client.get("Metadata") }, ping)
        report(
            "PlayPause to PropertiesChanged",
            client.times(50) { client.callAndAwait("PlayPause", "PlaybackStatus") }, ping)
        report("Next to its Metadata", client.times(200) { client.callAndAwait("Next", "Metadata") }, ping)
        report("Next to its Metadata, 200 in 1 s", client.storm(200, every: 5_000_000), ping)
        client.wait("all answers") { client.unanswered == 0 }
    }

    private static func report(_ name: String, _ nanoseconds: [Int64], _ ping: [Int64]) {
        func percentile(_ times: [Int64], _ part: Double) -> Double {
            let sorted = times.sorted()
            return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]) / 1e6
        }
        func text(_ value: Double) -> String {
            let digits = "\(Int((value * 1000).rounded()))"
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return padded.dropLast(3) + "." + padded.suffix(3)
        }
        let median = percentile(nanoseconds, 0.5)
        let line = name + String(repeating: " ", count: max(1, 36 - name.count))
        print(
            line + "\(text(median))   \(text(percentile(nanoseconds, 0.99)))   \(text(median / percentile(ping, 0.5)))")
    }
}

/// A client of the player that notes when announcements arrive.
final class Client {
    private let bus: Bus
    private let loop: EventLoop
    private var slot: Slot?
    /// When each property was announced last.
    private var announced: [String: [MonotonicTime]] = [:]
    private(set) var status = ""
    /// Calls that are on their way.
    private(set) var unanswered = 0

    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let name = "org.mpris.MediaPlayer2.segue"

    init(bus: Bus, loop: EventLoop) throws {
        self.bus = bus
        self.loop = loop
        slot = try bus.subscribe(path: Self.path, member: "PropertiesChanged") { [weak self] signal in
            guard let self, signal.arguments.first?.asString == Self.player,
                let properties = signal.arguments[1].asProperties
            else { return }
            if let status = properties["PlaybackStatus"]?.asString { self.status = status }
            for name in properties.keys { self.announced[name, default: []].append(.now) }
        }
    }

    func wait(_ what: String, until condition: @escaping () -> Bool) {
        guard loop.run(until: condition) else { fatalError("waited in vain for \(what)") }
    }

    /// How long each of so many calls of `body` takes, in nanoseconds.
    func times(_ count: Int, _ body: () -> Void) -> [Int64] {
        (0..<count).map { _ in
            let start = MonotonicTime.now
            body()
            return MonotonicTime.now.nanoseconds(since: start)
        }
    }

    /// Calls a method and waits for its answer.
    func call(_ interface: String, _ member: String, _ arguments: BusValue...) {
        var isAnswered = false
        send(interface, member, arguments) { isAnswered = true }
        wait("an answer to \(member)") { isAnswered }
    }

    func get(_ property: String) {
        call("org.freedesktop.DBus.Properties", "Get", .string(Self.player), .string(property))
    }

    /// Calls a method of the player and waits until this property has been announced since.
    func callAndAwait(_ member: String, _ property: String) {
        let count = announced[property]?.count ?? 0
        send(Self.player, member, []) {}
        wait("\(property) after \(member)") { [self] in (announced[property]?.count ?? 0) > count }
    }

    /// Presses Next so many times, one every `interval` nanoseconds, and tells how long each waited for its Metadata.
    func storm(_ count: Int, every interval: Int64) -> [Int64] {
        announced["Metadata"] = []
        var pressed: [MonotonicTime] = []
        let start = MonotonicTime.now
        for number in 0..<count {
            loop.schedule(at: start.advanced(byNanoseconds: Int64(number) * interval)) { [self] in
                pressed.append(.now)
                send(Self.player, "Next", []) {}
            }
        }
        wait("the announcements of \(count) presses") { [self] in (announced["Metadata"]?.count ?? 0) >= count }
        return zip(announced["Metadata"] ?? [], pressed).map { $0.nanoseconds(since: $1) }
    }

    private func send(
        _ interface: String, _ member: String, _ arguments: [BusValue], _ completion: @escaping () -> Void
    ) {
        let call = BusCall(
            destination: Self.name, path: Self.path, interface: interface, member: member, arguments: arguments)
        unanswered += 1
        bus.call(call) { [self] result in
            unanswered -= 1
            if case .failure(let error) = result { fatalError("\(member): \(error)") }
            completion()
        }
    }
}
