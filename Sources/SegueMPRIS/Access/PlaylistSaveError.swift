/// Why a playlist was not saved, changed or read.
public enum PlaylistSaveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of that name exists.
    case exists(path: String)
    /// There is no playlist of this name.
    case unknown(name: String)
    /// The playlist of this name is a file that the player has only found.
    case foreign(name: String)
    /// The disk does not give the file.
    case notRead(path: String, reason: String)
    /// The file is no XSPF playlist, whatever its name says.
    case otherFormat(path: String)
    /// The playlist has fewer tracks than a place that was given.
    case noSuchTrack(name: String)
    /// The queue is longer than what the player reads of a playlist.
    case tooLong
    /// The disk refused the file; nothing was changed.
    case notWritten(path: String, reason: String)

    /// One sentence for people.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) is there already."
        case .unknown(let name): "\(name): there is no such playlist."
        case .foreign(let name): "“\(name)” was not saved by Segue: only saved playlists can be changed."
        case .notRead(let path, let reason): "\(path) could not be read: \(reason)."
        case .otherFormat(let path): "\(path) is no XSPF playlist with a list of tracks: nothing was changed."
        case .noSuchTrack(let name): "“\(name)” has no track at this place."
        case .tooLong: "That is too long for a playlist."
        case .notWritten(let path, let reason): "\(path) could not be written: \(reason)."
        }
    }
}
