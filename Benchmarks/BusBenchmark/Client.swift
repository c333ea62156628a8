import EventLoop
import SDBus
import SegueTestSupport

/// A client of the player that records when announcements arrive.
final class Client {
    private let bus: Bus
    private let loop: EventLoop
    private var slot: Slot?
    /// The times at which each property was announced.
    private var announced: [String: [MonotonicTime]] = [:]
    private(set) var status = ""
    private var track = ""
    /// The times at which another track was shown; later news of a track is another announcement.
    private var tracksShown: [MonotonicTime] = []
    /// The number of calls without a reply so far.
    private(set) var unanswered = 0

    static let player = "org.mpris.MediaPlayer2.Player"
    private static let name = "org.mpris.MediaPlayer2.segue"
    private static let standardPath = "/org/mpris/MediaPlayer2"

    init(bus: Bus, loop: EventLoop) throws {
        self.bus = bus
        self.loop = loop
        slot = try bus.subscribe(path: Self.standardPath, member: "PropertiesChanged") { [weak self] signal in
            guard let self, signal.arguments.first?.asString == Self.player,
                let properties = signal.arguments[1].asProperties
            else { return }
            if let status = properties["PlaybackStatus"]?.asString { self.status = status }
            for name in properties.keys { self.announced[name, default: []].append(.now) }
            let track = properties["Metadata"]?.asProperties?["mpris:trackid"]?.asObjectPath
            if let track, track != self.track {
                self.track = track
                self.tracksShown.append(.now)
            }
        }
    }

    func wait(_ what: String, until condition: @escaping () -> Bool) {
        guard loop.run(until: condition) else { fatalError("waited in vain for \(what)") }
    }

    /// Returns how long each of `count` calls of `body` takes, in nanoseconds.
    func times(_ count: Int, _ body: () -> Void) -> [Int64] {
        (0..<count).map { _ in
            let start = MonotonicTime.now
            body()
            return MonotonicTime.now.nanoseconds(since: start)
        }
    }

    /// Calls a method of an interface on its object, and waits for its reply.
    @discardableResult
    func call(_ interface: String, _ member: String, _ arguments: BusValue...) -> [BusValue] {
        call(interface, member, arguments, at: Self.path(of: interface))
    }

    /// Returns the value of a property.
    @discardableResult
    func get(_ property: String, of interface: String = player) -> BusValue? {
        ask("Get", of: interface, .string(property)).first?.unwrapped
    }

    func getAll(of interface: String) { ask("GetAll", of: interface) }

    func set(_ property: String, of interface: String = player, to value: BusValue) {
        ask("Set", of: interface, .string(property), .variant(value))
    }

    /// Calls a method of the player, and waits for the next announcement of this property.
    func callAndAwait(_ member: String, _ property: String) {
        let count = announced[property]?.count ?? 0
        send(Self.player, member, [])
        wait("\(property) after \(member)") { [self] in (announced[property]?.count ?? 0) > count }
    }

    /// Calls Next `count` times, once every `interval` nanoseconds; returns how long each call waited for its Metadata.
    func storm(_ count: Int, every interval: Int64) -> [Int64] {
        tracksShown = []
        var pressed: [MonotonicTime] = []
        let start = MonotonicTime.now
        for number in 0..<count {
            loop.schedule(at: start.advanced(byNanoseconds: Int64(number) * interval)) { [self] in
                pressed.append(.now)
                send(Self.player, "Next", [])
            }
        }
        wait("the announcements of \(count) presses") { [self] in tracksShown.count >= count }
        return zip(tracksShown, pressed).map { $0.nanoseconds(since: $1) }
    }

    /// Calls a method without waiting for the reply.
    func send(
        _ interface: String, _ member: String, _ arguments: [BusValue], at path: String? = nil,
        _ completion: @escaping ([BusValue]) -> Void = { _ in }
    ) {
        let call = BusCall(
            destination: Self.name, path: path ?? Self.path(of: interface), interface: interface, member: member,
            arguments: arguments)
        unanswered += 1
        bus.call(call) { [self] result in
            unanswered -= 1
            switch result {
            case .success(let values): completion(values)
            case .failure(let error): fatalError("\(member): \(error)")
            }
        }
    }

    @discardableResult
    private func ask(_ member: String, of interface: String, _ arguments: BusValue...) -> [BusValue] {
        call(
            "org.freedesktop.DBus.Properties", member, [.string(interface)] + arguments, at: Self.path(of: interface))
    }

    private func call(_ interface: String, _ member: String, _ arguments: [BusValue], at path: String) -> [BusValue] {
        var answer: [BusValue]?
        send(interface, member, arguments, at: path) { answer = $0 }
        wait("an answer to \(member)") { answer != nil }
        return answer ?? []
    }

    private static func path(of interface: String) -> String {
        interface.hasPrefix("io.github") ? "/io/github/segueplayer/Segue" : standardPath
    }
}
