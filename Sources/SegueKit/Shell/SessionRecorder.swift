import EventLoop
import SegueCore

/// Keeps the session on disk in step with the player: queue edits immediately, the position every few seconds while it
/// moves.
///
/// Belongs to the loop's thread; the disk is accessed on the store's.
final class SessionRecorder {
    /// The time between two saves of the position, in nanoseconds: the most that is lost if the process is killed.
    private static let interval: Int64 = 4_000_000_000

    private let store: SessionStore
    private let shell: PlayerShell
    private let clock: any PlayerClock
    private var deadline: (any Alarm)?

    init(store: SessionStore, shell: PlayerShell, clock: any PlayerClock) {
        self.store = store
        self.shell = shell
        self.clock = clock
    }

    /// Saves the changes of one step.
    func record(_ old: Snapshot, _ new: Snapshot, _ effects: [Effect]) {
        clock.checkConfinement()
        var changes: [QueueChange] = []
        for effect in effects {
            switch effect {
            case .queueChanged(let change): changes.append(change)
            case .report(.played(let entry)):
                if let date = entry.metadata.lastUsed { store.recordUse(of: entry.uri, at: date) }
            case .report(.rated(let entry)): store.recordRating(entry.metadata.userRating, of: entry.uri)
            case .keep(let file): store.record(file)
            case .audio, .arm, .disarm, .readMetadata, .readTitles, .analyse, .findMore, .complete, .report, .seeked:
                break
            }
        }
        let isPinned = old.pins != new.pins
        let hasMoved =
            old.track?.id != new.track?.id || old.status != new.status || old.state.kind != new.state.kind
            || old.volume != new.volume
            || old.repeatMode != new.repeatMode || old.modes != new.modes || old.chosenOutput != new.chosenOutput
            || effects.contains(where: { if case .seeked = $0 { true } else { false } })
        if !changes.isEmpty || isPinned || hasMoved {
            store.record(
                changes, history: changes.isEmpty && !isPinned ? nil : shell.player.edits,
                pins: isPinned ? new.pins.all : nil, playback: hasMoved ? playback : nil, from: source)
        }
        if new.status == .playing { arm() } else { disarm() }
    }

    private func recordPlayback() { store.record(playback: playback, from: source) }

    private var playback: SessionPlayback {
        let snapshot = shell.snapshot
        return SessionPlayback(
            current: snapshot.track?.id, position: shell.live.position, volume: snapshot.volume,
            repeatMode: snapshot.repeatMode, modes: snapshot.modes, output: snapshot.chosenOutput)
    }

    func close() {
        clock.checkConfinement()
        disarm()
        recordPlayback()
        store.close()
    }

    private func arm() {
        guard deadline == nil else { return }
        deadline = clock.schedule(inNanoseconds: Self.interval) { [weak self] in
            self?.deadline = nil
            self?.recordPlayback()
            self?.arm()
        }
    }

    private func disarm() {
        deadline?.cancel()
        deadline = nil
    }

    private var source: SessionSource {
        SessionSource(
            session: { [shell] in shell.player.savedSession(at: shell.moment) },
            listPredecessor: { [shell] in shell.player.queue.listPredecessor(of: $0) })
    }
}
