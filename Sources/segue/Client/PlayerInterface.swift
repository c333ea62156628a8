import SegueMPRIS

/// The interfaces that the verbs use, with the object that each is on.
enum PlayerInterface: CaseIterable {
    case queue
    case control
    case crossfade
    case transitions
    case player
    case trackList
    case root

    /// Nil for an interface that the verbs do not use.
    init?(name: String) {
        guard let interface = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = interface
    }

    var name: String {
        switch self {
        case .queue: BusNames.queueInterface
        case .control: BusNames.controlInterface
        case .crossfade: BusNames.crossfadeInterface
        case .transitions: BusNames.transitionsInterface
        case .player: BusNames.playerInterface
        case .trackList: BusNames.trackListInterface
        case .root: BusNames.rootInterface
        }
    }

    var path: String {
        switch self {
        case .queue, .control, .crossfade, .transitions: BusNames.ownPath
        case .player, .trackList, .root: BusNames.standardPath
        }
    }
}
