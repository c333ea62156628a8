/// The names of everything that Segue has on the bus (design.md, Names).
public enum BusNames {
    /// Also the name of the desktop entry, and the well-known name under which a desktop starts the application.
    public static let applicationID = "io.github.segueplayer.Segue"
    /// The well-known name of the one player. A second one that is really wanted takes `.instance<pid>` behind it.
    public static let player = "org.mpris.MediaPlayer2.segue"

    /// Where MPRIS is, and the crossfade without signals.
    public static let standardPath = "/org/mpris/MediaPlayer2"
    /// Where our own interfaces are.
    public static let ownPath = "/io/github/segueplayer/Segue"

    public static let rootInterface = "org.mpris.MediaPlayer2"
    public static let playerInterface = "org.mpris.MediaPlayer2.Player"
    public static let trackListInterface = "org.mpris.MediaPlayer2.TrackList"
    public static let playlistsInterface = "org.mpris.MediaPlayer2.Playlists"
    public static let crossfadeInterface = "io.github.segueplayer.Segue.Crossfade1"
    public static let queueInterface = "io.github.segueplayer.Segue.Queue1"
    public static let controlInterface = "io.github.segueplayer.Segue.Control1"
    public static let applicationInterface = "org.freedesktop.Application"
}
