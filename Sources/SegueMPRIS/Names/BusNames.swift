import SegueCore

/// The names of everything that Segue publishes on the bus (design.md, Names).
public enum BusNames {
    /// The application ID: the name of the desktop entry, and the well-known name under which a desktop starts the
    /// application.
    public static let applicationID = ApplicationID.text
    /// The well-known name of the default player. An additional player, which must be requested explicitly, appends
    /// `.instance<pid>` or, if a person has named the player, `.instance<name>`.
    public static let player = "\(rootInterface).segue"

    /// The suffix in the name of an additional player; a number follows.
    public static let instanceSuffix = ".instance"

    /// True if this is the name of an additional player to which nobody has given a name.
    public static func isInstance(_ name: String) -> Bool {
        guard name.hasPrefix(player + instanceSuffix) else { return false }
        return name.dropFirst((player + instanceSuffix).count).first?.isNumber == true
    }

    /// Returns the well-known name of the player with this instance name.
    public static func instance(_ name: String) -> String { player + instanceSuffix + name }

    /// Returns the instance name within a well-known name; nil for players that no person has named.
    public static func instanceName(_ name: String) -> String? {
        guard name.hasPrefix(player + instanceSuffix) else { return nil }
        let given = String(name.dropFirst((player + instanceSuffix).count))
        return isInstanceName(given) ? given : nil
    }

    /// True if the text is a valid instance name.
    public static func isInstanceName(_ name: String) -> Bool {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain && (1...64).contains(name.count) && name.first?.isNumber == false
    }

    /// The name of the player's window. If the window is installed, the bus starts it.
    public static let window = "\(applicationID).Window"
    /// The path of the window, with `org.freedesktop.Application`.
    public static let windowPath = "/io/github/segueplayer/Segue/Window"

    /// The name and path of the process that answers searches from the desktop.
    public static let search = "\(applicationID).Search"
    public static let searchPath = "/io/github/segueplayer/Segue/Search"

    /// The path of MPRIS, and of the crossfade without signals.
    public static let standardPath = "/org/mpris/MediaPlayer2"
    /// The path of Segue's own interfaces.
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
