/// Properties of commands that the door uses.
extension Command {
    /// The effect of a command on requests that are still searching for the files to play.
    enum Bearing {
        case none
        /// The request begins paused.
        case holds
        /// The request begins playing.
        case releases
        /// Acts as a pause while the status is Playing, otherwise as a play.
        case toggles
        /// The request ends.
        case callsOff
    }

    var bearing: Bearing {
        switch self {
        case .pause: .holds
        case .play, .playEntry: .releases
        case .toggle: .toggles
        case .stop, .stopAndRewind, .finish, .cancel, .edit(.clear): .callsOff
        case .next, .crossfade, .previous, .jump, .seek, .seekBy, .setVolume, .setRepeat, .setMode, .setShuffle,
            .setConfiguration, .replaceTrack, .edit, .reset, .selectOutput, .sleep, .rate, .pin, .unpin, .removePins:
            .none
        }
    }

    /// Returns the change of the audio that the command aims at, given while the status is `status`; nil for none.
    func change(to status: Snapshot.PlaybackStatus) -> SoundChange? {
        switch self {
        case .pause: .pause
        case .toggle: status == .playing ? .pause : .start
        case .stop, .stopAndRewind, .finish: .stop
        case .setVolume, .setMode(.mute, _): .volume
        case .play, .playEntry, .next, .crossfade, .previous, .jump, .seek, .seekBy, .replaceTrack: .start
        case .edit(.insert(_, _, let play)), .edit(.replace(_, let play, _)): play ? .start : nil
        case .setRepeat, .setMode, .setShuffle, .setConfiguration, .edit, .cancel, .reset, .selectOutput, .sleep, .rate,
            .pin, .unpin, .removePins:
            nil
        }
    }

    /// The command without its arguments, as used in statistics.
    var kind: String { words.kind }

    /// The command in words, for log lines.
    var name: String { words.detail.map { "\(words.kind) \($0)" } ?? words.kind }

    private var words: (kind: String, detail: String?) {
        switch self {
        case .play: ("play", nil)
        case .playEntry(let id): ("playEntry", "\(id.rawValue)")
        case .pause: ("pause", nil)
        case .toggle: ("toggle", nil)
        case .stop: ("stop", nil)
        case .stopAndRewind: ("stop", "and rewind")
        case .finish(let duration): ("stop", "in \(duration.seconds) s")
        case .next: ("next", nil)
        case .crossfade: ("crossfade", nil)
        case .previous: ("previous", nil)
        case .jump(let id): ("jump", "to \(id.rawValue)")
        case .seek(let position, _): ("seek", "to \(position)")
        case .seekBy(let distance): ("seek", "by \(distance.seconds) s")
        case .setVolume(let volume): ("volume", "\(volume)")
        case .setRepeat(let mode): ("repeat", mode.rawValue)
        case .setMode(let mode, let isOn): (mode.rawValue, isOn ? "on" : "off")
        case .setShuffle(let isOn): ("shuffle", isOn ? "on" : "off")
        case .setConfiguration: ("configure", nil)
        case .replaceTrack(let entry, _): ("replaceTrack", "by \(entry.uri)")
        case .edit(let edit): edit.words
        case .cancel: ("cancel", nil)
        case .reset: ("reset", nil)
        case .selectOutput(let name): ("output", name)
        case .sleep(let time): ("sleep", time.map { "after \($0.seconds) s" })
        case .rate(let id, _): ("rate", "\(id.rawValue)")
        case .pin: ("pin", nil)
        case .unpin, .removePins: ("unpin", nil)
        }
    }
}

extension QueueEdit {
    fileprivate var words: (kind: String, detail: String?) {
        switch self {
        case .insert(let entries, _, let play): (play ? "open" : "add", "\(entries.count)")
        case .replace(let entries, let play, _): (play ? "open" : "replace", "\(entries.count) instead of the queue")
        case .remove(let ids): ("remove", "\(ids.count)")
        case .move(let ids, _): ("move", "\(ids.count)")
        case .clear: ("clear", nil)
        case .sort(let key): ("sort", "by \(key.rawValue)")
        case .dedupe: ("dedupe", nil)
        case .crop(let ids): ("crop", "to \(ids.count)")
        case .undo: ("undo", nil)
        case .redo: ("redo", nil)
        }
    }
}
