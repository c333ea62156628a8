public import EventLoop
public import SDBus
public import SegueCore
import SegueMPRIS

/// The state of a player as seen on the bus: its properties, the position between two readings, and the recently shown
/// tracks. A pure value: the same inputs at the same times give the same mirror.
public struct PlayerMirror: Equatable, Sendable {
    /// An input from the bus.
    public enum Input: Equatable, Sendable {
        /// All properties of an interface; none for an interface that the player lacks.
        case properties(PlayerInterface, [String: BusValue])
        /// The changed properties.
        case changed(PlayerInterface, [String: BusValue])
        /// The requested position of the shown track; nil if the player did not report it.
        case position(MediaTime?)
        /// The shown track continues from another position.
        case seeked(MediaTime)
        /// The requested tracks, without tracks that are unknown to the player.
        case tracks([TrackSummary])
    }

    /// A value to be read from the player; the answer is an input.
    public enum Request: Equatable, Sendable {
        case properties(PlayerInterface)
        case position
        case tracks([String])
    }

    public private(set) var properties = PlayerProperties()
    public private(set) var clock = PositionClock()
    /// The shown track.
    public private(set) var track: TrackSummary?
    /// The interfaces that have not been read yet.
    public private(set) var unread: Set<PlayerInterface> = []
    /// The recently shown tracks, the newest at the end: the outgoing track of a fade is no longer in the properties.
    private var former: [TrackSummary] = []
    /// The outgoing track that was requested last.
    private var askedFor: String?

    /// The maximum number of remembered tracks: more than are skipped within one fade.
    private static let memory = 16

    /// Creates a mirror without any values.
    public init() {}

    /// Resets the mirror for a player of which these interfaces are observed. Returns the first readings.
    public mutating func start(following interfaces: [PlayerInterface]) -> [Request] {
        self = PlayerMirror()
        unread = Set(interfaces)
        return interfaces.map { .properties($0) }
    }

    /// Applies an input at a time. Returns the readings that the input requires.
    public mutating func receive(_ input: Input, at now: MonotonicTime) -> [Request] {
        var requests: [Request] = []
        switch input {
        case .properties(let interface, let values):
            unread.remove(interface)
            adopt(interface, at: now) { $0[interface] = values }
            if interface == .player { clock.set(properties.position, at: now) }
        case .changed(let interface, let values):
            adopt(interface, at: now) { $0.merge(values, into: interface) }
            // One step of the player causes several signals; the answer follows all of them.
            if ["PlaybackStatus", "State", "Metadata"].contains(where: { values[$0] != nil }) {
                requests.append(.position)
            }
        case .position(nil): break
        case .position(let position?), .seeked(let position):
            properties.merge(["Position": .int64(position.microseconds)], into: .player)
            clock.set(position, at: now)
        case .tracks(let tracks):
            for track in tracks { remember(track) }
        }
        if let fade = properties.fade, track(fade.outgoing) == nil, askedFor != fade.outgoing {
            askedFor = fade.outgoing
            requests.append(.tracks([fade.outgoing]))
        }
        clock.setMoving(properties.isMoving, at: now)
        return requests
    }

    /// Applies new metadata of remembered tracks. Ignores all other tracks.
    public mutating func update(_ tracks: [TrackSummary]) {
        for track in tracks {
            if let index = former.firstIndex(where: { $0.id == track.id }) { former[index] = track }
        }
    }

    /// Returns the track of this identity, if it is shown or remembered.
    public func track(_ id: String) -> TrackSummary? {
        track?.id == id ? track : former.first { $0.id == id }
    }

    /// The outgoing track of a fade; nil outside of a fade, and while its metadata is unknown.
    public var outgoing: TrackSummary? { properties.fade.flatMap { track($0.outgoing) } }

    /// Returns the position of the shown track.
    public func position(at now: MonotonicTime) -> MediaTime {
        clock.position(at: now, length: track?.length)
    }

    /// Adopts new properties, and remembers the replaced track.
    private mutating func adopt(
        _ interface: PlayerInterface, at now: MonotonicTime, _ change: (inout PlayerProperties) -> Void
    ) {
        change(&properties)
        // Read only once, because the metadata is long.
        guard interface == .player else { return }
        let shown = properties.track
        if let track, track.id != shown?.id {
            remember(track)
            clock.set(.zero, at: now)
        }
        track = shown
    }

    private mutating func remember(_ track: TrackSummary) {
        former.removeAll { $0.id == track.id }
        former.append(track)
        if former.count > Self.memory { former.removeFirst() }
    }
}
