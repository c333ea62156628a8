import EventLoop
import SegueCore

/// The streams of a service. Belongs to the loop's thread.
final class ServiceStreams {
    let states: Broadcaster<PlayerState>
    let tracks: Broadcaster<TrackInfo?>
    let positions: Broadcaster<PlaybackPosition>
    let events: Broadcaster<PlayerEvent>
    private let shell: PlayerShell
    private let loop: EventLoop
    private var tick: Deadline?
    private static let interval: Int64 = 500_000_000

    init(service: AudioPlayerService, shell: PlayerShell, loop: EventLoop) {
        self.shell = shell
        self.loop = loop
        func remover(
            _ remove: @escaping @Sendable (isolated AudioPlayerService, UInt64) -> Void
        ) -> @Sendable (UInt64) -> Void {
            { [weak service] id in
                loop.perform { [weak service] in service?.assumeIsolated { remove($0, id) } }
            }
        }
        states = Broadcaster(depth: 1, removeLater: remover { $0.serviceStreams.states.remove($1) })
        tracks = Broadcaster(depth: 1, removeLater: remover { $0.serviceStreams.tracks.remove($1) })
        positions = Broadcaster(depth: 1, removeLater: remover { $0.serviceStreams.positions.remove($1) })
        events = Broadcaster(depth: 1000, removeLater: remover { $0.serviceStreams.events.remove($1) })
    }

    /// Passes on what one step changed.
    func send(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) {
        for case .report(let event) in effects { events.send(event) }
        if old.track != new.track { tracks.send(new.track.map(TrackInfo.init)) }
        let hasJumped =
            old.track?.id != new.track?.id || effects.contains { if case .seeked = $0 { true } else { false } }
        if hasJumped { sendPosition() }
        if old.state != new.state { states.send(new.state) }
        if new.status == .playing, positions.hasListeners { arm() } else { disarm() }
    }

    func finish() {
        disarm()
        states.finish()
        tracks.finish()
        positions.finish()
        events.finish()
    }

    private func sendPosition() {
        guard positions.hasListeners, let track = shell.snapshot.track else { return }
        positions.send(
            PlaybackPosition(currentTime: shell.live.position.seconds, duration: track.metadata.duration?.seconds))
    }

    /// Twice a second, while sound plays and somebody listens.
    private func arm() {
        guard tick == nil else { return }
        tick = loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: Self.interval)) { [weak self] in
            guard let self else { return }
            tick = nil
            guard shell.snapshot.status == .playing, positions.hasListeners else { return }
            sendPosition()
            arm()
        }
    }

    private func disarm() {
        tick?.cancel()
        tick = nil
    }
}
