import EventLoop
import SegueCore

/// The streams of a service, from before its setup to its cleanup. Belongs to the loop's thread.
final class ServiceStreams {
    let states: Broadcaster<PlayerState>
    let tracks: Broadcaster<TrackInfo?>
    let positions: Broadcaster<PlaybackPosition>
    let events: Broadcaster<PlayerEvent>
    private let shell: PlayerShell
    private let clock: any PlayerClock
    private var tick: (any Alarm)?
    private static let interval: Int64 = 500_000_000

    init(shell: PlayerShell, loop: EventLoop, clock: any PlayerClock) {
        self.shell = shell
        self.clock = clock
        states = Broadcaster(loop: loop, depth: 1)
        tracks = Broadcaster(loop: loop, depth: 1)
        positions = Broadcaster(loop: loop, depth: 1)
        events = Broadcaster(loop: loop, depth: 1000)
        positions.onListenersChanged = { [weak self] in self?.setTimer() }
    }

    /// True if the timer for positions is running.
    var isTicking: Bool { tick != nil }

    /// The position in the shown track; nil with an empty queue.
    var position: PlaybackPosition? {
        shell.snapshot.track.map {
            PlaybackPosition(currentTime: shell.live.position.seconds, duration: $0.metadata.duration?.seconds)
        }
    }

    /// Sends the changes of one step.
    func send(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) {
        for case .report(let event) in effects { events.send(event) }
        let track = new.track.map(TrackInfo.init)
        if !old.showsSame(as: new) || track != old.track.map(TrackInfo.init) { tracks.send(track) }
        let hasJumped = effects.contains { if case .seeked = $0 { true } else { false } }
        if hasJumped || !old.showsSame(as: new) || old.status != new.status { sendPosition() }
        if old.state != new.state { states.send(new.state) }
        setTimer()
    }

    func finish() {
        states.finish()
        tracks.finish()
        positions.finish()
        events.finish()
        setTimer()
    }

    private func sendPosition() {
        guard positions.listenerCount > 0, let position else { return }
        positions.send(position)
    }

    /// Sends the position twice a second, while it moves and there is a listener.
    private func setTimer() {
        guard shell.snapshot.status == .playing, positions.listenerCount > 0 else {
            tick?.cancel()
            tick = nil
            return
        }
        guard tick == nil else { return }
        tick = clock.schedule(inNanoseconds: Self.interval) { [weak self] in
            self?.tick = nil
            self?.sendPosition()
            self?.setTimer()
        }
    }
}

extension Snapshot {
    /// Returns true if both snapshots show the same round of the same entry.
    fileprivate func showsSame(as other: Snapshot) -> Bool {
        track?.id == other.track?.id && track?.occurrence == other.track?.occurrence
    }
}
