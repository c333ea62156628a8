import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// Waits until the player says that something has happened. Follows its signals; nothing runs in between.
final class PlayerWait {
    enum Condition {
        case anotherTrack
        case stopped
        case silent
        case state(String)

        /// Whether a player that has ended fulfils it too.
        var includesTheEnd: Bool {
            switch self {
            case .stopped, .silent: true
            case .anotherTrack, .state: false
            }
        }
    }

    private let client: PlayerClient
    private let condition: Condition
    private var slots: [Slot] = []
    private var properties = PlayerProperties()
    private var first: TrackSummary?
    private var outcome: Result<Bool, CommandFailure>?

    init(_ client: PlayerClient, for condition: Condition) {
        self.client = client
        self.condition = condition
    }

    /// Returns true when it has happened, and false when it has not within `limit`.
    ///
    /// Throws `CommandFailure` when the player ends before.
    func run(atMost limit: MediaTime?) throws -> Bool {
        do throws(BusError) {
            let name = client.name ?? PlayerInstance.chosen.busName
            // Before the first look, so that nothing is missed in between.
            slots.append(try client.bus.watch(name: name) { [weak self] in if $0 == nil { self?.playerEnded() } })
            for path in [BusNames.standardPath, BusNames.ownPath] {
                slots.append(
                    try client.bus.subscribe(
                        sender: name, path: path, interface: BusDaemon.properties, member: "PropertiesChanged"
                    ) { [weak self] in self?.changed($0.arguments) })
            }
        } catch {
            throw PlayerClient.failure(error)
        }
        for interface in [PlayerInterface.player, .control] {
            properties[interface] = try client.properties(of: interface)
        }
        first = properties.track
        look()
        if outcome == nil {
            client.bus.onDisconnect = { [weak self] in
                self?.end(.failure(CommandFailure("The session bus has ended.")))
            }
            if let limit {
                client.loop.schedule(at: .now.advanced(byNanoseconds: limit.nanoseconds)) { [weak self] in
                    self?.end(.success(false))
                }
            }
            client.loop.run()
        }
        return try outcome?.get() ?? false
    }

    private func changed(_ arguments: [BusValue]) {
        guard arguments.count == 3, let interface = arguments[0].asString.flatMap(PlayerInterface.init(name:)),
            let changes = arguments[1].asProperties
        else { return }
        properties.merge(changes, into: interface)
        look()
    }

    private func playerEnded() {
        end(condition.includesTheEnd ? .success(true) : .failure(CommandFailure("The player has ended.")))
    }

    private func look() {
        let isReached =
            switch condition {
            case .anotherTrack: properties.track.map { $0.id != first?.id } ?? false
            case .stopped: properties.playbackStatus == Snapshot.PlaybackStatus.stopped.rawValue
            case .silent: [.idle, .finished, .failed].contains(properties.stateKind)
            case .state(let name): properties.state == name
            }
        if isReached { end(.success(true)) }
    }

    private func end(_ result: Result<Bool, CommandFailure>) {
        guard outcome == nil else { return }
        outcome = result
        client.loop.stop()
    }
}
