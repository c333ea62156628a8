import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

/// Waits for a condition of the player by following its signals. Nothing runs in between.
final class PlayerWait {
    enum Condition {
        case anotherTrack
        case stopped
        case silent
        case state(String)

        /// True if the end of the player fulfils the condition too.
        var includesTheEnd: Bool {
            switch self {
            case .stopped, .silent: true
            case .anotherTrack, .state: false
            }
        }
    }

    private let client: PlayerClient
    private let condition: Condition
    private var ending: Slot?
    private var follower: PlayerFollower?
    private var mirror = PlayerMirror()
    /// The limit, which starts after the player's first reply.
    private var limit: MediaTime?
    private var first: TrackSummary?
    private var hasBegun = false
    private var outcome: Result<Bool, CommandFailure>?

    init(_ client: PlayerClient, for condition: Condition) {
        self.client = client
        self.condition = condition
    }

    /// Returns true once the condition is met, and false if it is not met within `limit`.
    ///
    /// Throws `CommandFailure` if the player ends first and its end does not meet the condition.
    func run(atMost limit: MediaTime?) throws -> Bool {
        self.limit = limit
        let follower: PlayerFollower
        do throws(BusError) {
            let name = client.name ?? PlayerInstance.chosen.busName
            // Subscribes before the first look, so that no change is missed.
            ending = try client.bus.watch(name: name) { [weak self] in if $0 == nil { self?.playerEnded() } }
            follower = try PlayerFollower(name, on: client.bus)
        } catch {
            throw PlayerClient.failure(error)
        }
        self.follower = follower
        follower.onInput = { [weak self] in self?.receive($0) }
        follower.onFailure = { [weak self] in self?.end(.failure(PlayerClient.failure($0))) }
        client.bus.onDisconnect = { [weak self] in
            self?.end(.failure(CommandFailure("The session bus has disconnected.")))
        }
        for request in mirror.start(following: [.player, .control]) { follower.carryOut(request) }
        client.loop.run()
        return try outcome?.get() ?? false
    }

    private func receive(_ input: PlayerMirror.Input) {
        // Later requests concern the position and outgoing tracks, which no condition needs.
        _ = mirror.receive(input, at: .now)
        guard mirror.unread.isEmpty else { return }
        if !hasBegun { begin() }
        look()
    }

    private func begin() {
        hasBegun = true
        first = mirror.track
        guard let limit else { return }
        client.loop.schedule(at: .now.advanced(byNanoseconds: limit.nanoseconds)) { [weak self] in
            self?.end(.success(false))
        }
    }

    private func playerEnded() {
        end(condition.includesTheEnd ? .success(true) : .failure(CommandFailure("The player has ended.")))
    }

    private func look() {
        let isReached =
            switch condition {
            case .anotherTrack: mirror.track.map { $0.id != first?.id } ?? false
            case .stopped: mirror.properties.playbackStatus == Snapshot.PlaybackStatus.stopped.rawValue
            case .silent: [.idle, .finished, .failed].contains(mirror.properties.stateKind)
            case .state(let name): mirror.properties.state == name
            }
        if isReached { end(.success(true)) }
    }

    private func end(_ result: Result<Bool, CommandFailure>) {
        guard outcome == nil else { return }
        outcome = result
        client.loop.stop()
    }
}
