public import SDBus
import SegueMPRIS

/// An observer of one player on the bus: turns its signals into the inputs of a `PlayerMirror`, and reads the values
/// that the mirror requests. Confined to the loop of its bus. Nothing runs between signals.
public final class PlayerFollower {
    /// Called with every announcement and answer of the player.
    public var onInput: ((PlayerMirror.Input) -> Void)?
    /// Called with an error that the player or the bus answered instead of a value. The reading counts as answered.
    public var onFailure: ((BusError) -> Void)?

    private let bus: Bus
    /// The bus name of the observed player.
    public let player: String
    private var slots: [Slot] = []
    private var unanswered = 0

    /// Subscribes to the signals of a player, by its unique or its well-known name. Read the state afterwards, so that
    /// no change is missed in between. The subscription ends with the follower.
    public init(_ player: String, on bus: Bus) throws(BusError) {
        self.bus = bus
        self.player = player
        for path in [BusNames.standardPath, BusNames.ownPath] {
            try subscribe(path, BusDaemon.properties, "PropertiesChanged")
        }
        try subscribe(PlayerInterface.player.path, PlayerInterface.player.name, "Seeked")
    }

    /// True if every reading has been answered.
    public var isSettled: Bool { unanswered == 0 }

    /// Reads the values that a mirror requests.
    public func carryOut(_ request: PlayerMirror.Request) {
        let call: BusCall =
            switch request {
            case .properties(let interface): interface.getAll(from: player)
            case .position: PlayerInterface.player.get("Position", from: player)
            case .tracks(let ids): PlayerInterface.trackList.call("GetTracksMetadata", [.objectPaths(ids)], to: player)
            }
        unanswered += 1
        bus.call(call) { [weak self] reply in
            guard let self else { return }
            unanswered -= 1
            if case .failure(let error) = reply { onFailure?(error) }
            onInput?(PlayerMirror.Input(answer: try? reply.get(), to: request))
        }
    }

    private func subscribe(_ path: String, _ interface: String, _ member: String) throws(BusError) {
        let slot = try bus.subscribe(sender: player, path: path, interface: interface, member: member) {
            [weak self] signal in
            if let input = PlayerMirror.Input(signal) { self?.onInput?(input) }
        }
        slots.append(slot)
    }
}

extension PlayerMirror.Input {
    /// Creates an input from a signal of the player; nil for a signal that no mirror needs.
    init?(_ signal: BusSignal) {
        let arguments = signal.arguments
        switch (signal.member, arguments.count) {
        case ("PropertiesChanged", 3):
            guard let interface = arguments[0].asString.flatMap(PlayerInterface.init(name:)),
                let values = arguments[1].asProperties, !values.isEmpty
            else { return nil }
            self = .changed(interface, values)
        case ("Seeked", 1):
            guard let position = arguments[0].asTime else { return nil }
            self = .seeked(position)
        default: return nil
        }
    }

    /// Creates an input from the answer to a request; `answer` is nil for an error.
    init(answer: [BusValue]?, to request: PlayerMirror.Request) {
        switch request {
        case .properties(let interface): self = .properties(interface, answer?.first?.asProperties ?? [:])
        case .position: self = .position(answer?.first?.asTime)
        case .tracks: self = .tracks(TrackSummary.all(in: answer ?? []))
        }
    }
}
