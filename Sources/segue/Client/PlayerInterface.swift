import SDBus

/// The interfaces that the verbs speak, with the object each lives on.
enum PlayerInterface: String, CaseIterable {
    case queue = "io.github.segueplayer.Segue.Queue1"
    case control = "io.github.segueplayer.Segue.Control1"
    case crossfade = "io.github.segueplayer.Segue.Crossfade1"
    case player = "org.mpris.MediaPlayer2.Player"
    case trackList = "org.mpris.MediaPlayer2.TrackList"
    case root = "org.mpris.MediaPlayer2"

    var name: String { rawValue }

    var path: String {
        switch self {
        case .queue, .control, .crossfade: PlayerNames.segueObject
        case .player, .trackList, .root: PlayerNames.mprisObject
        }
    }
}

/// The names of the player on the bus (design.md, Names).
enum PlayerNames {
    /// Under which a desktop starts it.
    static let application = "io.github.segueplayer.Segue"
    static let mpris = "org.mpris.MediaPlayer2.segue"
    static let mprisObject = "/org/mpris/MediaPlayer2"
    static let segueObject = "/io/github/segueplayer/Segue"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// The name of a player that was started with `--new-instance`.
    static func isInstance(_ name: String) -> Bool { name.hasPrefix(mpris + ".instance") }
}

/// The bus daemon itself.
enum BusDaemon {
    static let name = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"
    static let properties = "org.freedesktop.DBus.Properties"

    static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
