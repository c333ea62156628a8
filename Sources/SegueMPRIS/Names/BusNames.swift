import SegueCore

/// The names of everything that Segue has on the bus (design.md, Names).
public enum BusNames {
    /// The name of the desktop entry too, and the well-known name under which a desktop starts the application.
    public static let applicationID = ApplicationID.text
    /// The well-known name of the one player. A second one that is really wanted adds `.instance<pid>`
    /// or, with a name of its own, `.instance<name>`.
    public static let player = "\(rootInterface).segue"

    /// The suffix of the name of a player beside the first one; a number follows.
    public static let instanceSuffix = ".instance"

    /// Whether this is the name of a player beside the first one, to which nobody has given a name.
    public static func isInstance(_ name: String) -> Bool {
        guard name.hasPrefix(player + instanceSuffix) else { return false }
        return name.dropFirst((player + instanceSuffix).count).first?.isNumber == true
    }

    /// The well-known name of the player that a person has named so.
    public static func instance(_ name: String) -> String { player + instanceSuffix + name }

    /// The name that a person has given the player of this well-known name; nil for all others.
    public static func instanceName(_ name: String) -> String? {
        guard name.hasPrefix(player + instanceSuffix) else { return nil }
        let given = String(name.dropFirst((player + instanceSuffix).count))
        return isInstanceName(given) ? given : nil
    }

    /// Whether a player can be named so.
    public static func isInstanceName(_ name: String) -> Bool {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain && (1...64).contains(name.count) && name.first?.isNumber == false
    }

    /// The name of the player's window, which the bus starts where it is installed.
    public static let window = "\(applicationID).Window"
    /// Where the window is, with `org.freedesktop.Application`.
    public static let windowPath = "/io/github/segueplayer/Segue/Window"

    /// The name of the process that answers searches from the desktop, and its path.
    public static let search = "\(applicationID).Search"
    public static let searchPath = "/io/github/segueplayer/Segue/Search"

    /// Where MPRIS is, and the crossfade without signals.
    public static let standardPath = "/org/mpris/MediaPlayer2"
    /// Where our own interfaces are.
    public static let ownPath = "/io/github/segueplayer/Segue"

    public static let rootInterface = "org.mpris.MediaPlayer2"
    public static let playerInterface = "\(rootInterface).Player"
    public static let trackListInterface = "\(rootInterface).TrackList"
    public static let playlistsInterface = "\(rootInterface).Playlists"
    public static let savedPlaylistsInterface = "\(applicationID).Playlists1"
    public static let libraryInterface = "\(applicationID).Library1"
    public static let crossfadeInterface = "\(applicationID).Crossfade1"
    public static let transitionsInterface = "\(applicationID).Transitions1"
    public static let queueInterface = "\(applicationID).Queue1"
    public static let controlInterface = "\(applicationID).Control1"
    public static let applicationInterface = "org.freedesktop.Application"
}
