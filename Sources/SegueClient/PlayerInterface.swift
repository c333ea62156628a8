public import SDBus
import SegueMPRIS

/// The interfaces of the player that clients use, with the object of each.
public enum PlayerInterface: CaseIterable, Sendable {
    /// Queue1
    case queue
    /// Control1
    case control
    /// Crossfade1
    case crossfade
    /// Transitions1
    case transitions
    /// MPRIS, the player
    case player
    /// MPRIS, the track list
    case trackList
    /// MPRIS, the playlists
    case playlists
    /// Playlists1
    case savedPlaylists
    /// Library1
    case library
    /// MPRIS, the application
    case root

    /// Returns the interface of this name; nil for an interface that no client uses.
    public init?(name: String) {
        guard let interface = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = interface
    }

    /// The name on the bus.
    public var name: String {
        switch self {
        case .queue: BusNames.queueInterface
        case .control: BusNames.controlInterface
        case .crossfade: BusNames.crossfadeInterface
        case .transitions: BusNames.transitionsInterface
        case .player: BusNames.playerInterface
        case .trackList: BusNames.trackListInterface
        case .playlists: BusNames.playlistsInterface
        case .savedPlaylists: BusNames.savedPlaylistsInterface
        case .library: BusNames.libraryInterface
        case .root: BusNames.rootInterface
        }
    }

    /// The path of the object that has the interface.
    public var path: String {
        switch self {
        case .queue, .control, .crossfade, .transitions, .savedPlaylists, .library: BusNames.ownPath
        case .player, .trackList, .playlists, .root: BusNames.standardPath
        }
    }

    // MARK: - Calls

    /// Returns a call to this interface of the player at `destination`.
    public func call(_ member: String, _ arguments: [BusValue], to destination: String) -> BusCall {
        BusCall(destination: destination, path: path, interface: name, member: member, arguments: arguments)
    }

    /// Returns a call that reads every property.
    public func getAll(from destination: String) -> BusCall {
        properties("GetAll", [], of: destination)
    }

    /// Returns a call that reads one property.
    public func get(_ property: String, from destination: String) -> BusCall {
        properties("Get", [.string(property)], of: destination)
    }

    /// Returns a call that writes one property.
    public func set(_ property: String, to value: BusValue, at destination: String) -> BusCall {
        properties("Set", [.string(property), .variant(value)], of: destination)
    }

    private func properties(_ member: String, _ arguments: [BusValue], of destination: String) -> BusCall {
        BusCall(
            destination: destination, path: path, interface: BusDaemon.properties, member: member,
            arguments: [.string(name)] + arguments)
    }
}
