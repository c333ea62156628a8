/// The reason why a playlist was not saved, changed or read.
public enum PlaylistSaveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of that name exists.
    case exists(path: String)
    /// There is no playlist of this name.
    case unknown(name: String)
    /// The playlist of this name is a file that the player found but did not save.
    case foreign(name: String)
    /// The file could not be read.
    case notRead(path: String, reason: String)
    /// The file is not an XSPF playlist, whatever its extension.
    case otherFormat(path: String)
    /// A position lies beyond the end of the playlist.
    case noSuchTrack(name: String)
    /// The queue is longer than the longest playlist that the player reads.
    case tooLong
    /// The file could not be written; nothing was changed.
    case notWritten(path: String, reason: String)

    /// The reason as one sentence for people.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) already exists."
        case .unknown(let name): "\(name): there is no such playlist."
        case .foreign(let name): "“\(name)” was not saved by Segue: only saved playlists can be changed."
        case .notRead(let path, let reason): "\(path) could not be read: \(reason)."
        case .otherFormat(let path): "\(path) is not an XSPF playlist with a list of tracks: nothing was changed."
        case .noSuchTrack(let name): "“\(name)” has no track at this place."
        case .tooLong: "The playlist is too long."
        case .notWritten(let path, let reason): "\(path) could not be written: \(reason)."
        }
    }
}
