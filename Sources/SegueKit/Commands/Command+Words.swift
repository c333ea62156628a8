/// Commands as the door sees them.
extension Command {
    /// The effect of a command on requests that still look for the files that they are to play.
    enum Bearing {
        case none
        /// The request begins paused.
        case holds
        /// The request begins playing.
        case releases
        /// As a pause while the status is Playing, otherwise as a play.
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

    /// True if the command is to change at once what is heard.
    var isPress: Bool {
        switch self {
        case .play, .playEntry, .toggle, .next, .crossfade, .previous, .jump, .seek, .seekBy, .replaceTrack: true
        case .pause, .stop, .stopAndRewind, .finish, .setVolume, .setMode(.mute, _): true
        case .edit(.insert(_, _, let play)), .edit(.replace(_, let play, _)): play
        case .setRepeat, .setMode, .setShuffle, .setConfiguration, .edit, .cancel, .reset, .selectOutput, .sleep, .rate,
            .pin, .unpin, .removePins:
            false
        }
    }

    /// The command in words, for log lines.
    var name: String {
        switch self {
        case .play: "play"
        case .playEntry: "play entry"
        case .pause: "pause"
        case .toggle: "toggle"
        case .stop: "stop"
        case .stopAndRewind: "stop and rewind"
        case .finish(let duration): "finish in \(duration.seconds) s"
        case .next: "next"
        case .crossfade: "crossfade"
        case .previous: "previous"
        case .jump(let id): "jump to \(id.rawValue)"
        case .seek(let position, _): "seek to \(position)"
        case .seekBy(let distance): "seek by \(distance.seconds) s"
        case .setVolume(let volume): "volume \(volume)"
        case .setRepeat(let mode): "repeat \(mode.rawValue)"
        case .setMode(let mode, let isOn): "\(mode.rawValue) \(isOn ? "on" : "off")"
        case .setShuffle(let shuffled): shuffled ? "shuffle" : "no shuffle"
        case .setConfiguration: "configure"
        case .replaceTrack(let entry, _): "replace by \(entry.uri)"
        case .edit(.insert(let entries, _, let play)): "\(play ? "open" : "add") \(entries.count)"
        case .edit(.replace(let entries, _, _)): "replace the queue by \(entries.count)"
        case .edit(.remove(let ids)): "remove \(ids.count)"
        case .edit(.move(let id, _)): "move \(id.rawValue)"
        case .edit(.clear): "clear"
        case .edit(.sort(let key)): "sort by \(key.rawValue)"
        case .edit(.dedupe): "dedupe"
        case .edit(.crop(let ids)): "crop to \(ids.count)"
        case .edit(.undo): "undo"
        case .edit(.redo): "redo"
        case .cancel: "cancel"
        case .reset: "reset"
        case .selectOutput(let name): "output \(name)"
        case .sleep: "sleep"
        case .rate(let id, _): "rate \(id.rawValue)"
        case .pin: "pin"
        case .unpin, .removePins: "unpin"
        }
    }
}
