import Glibc
import SegueFiles
import SegueMPRIS

/// The last changes of saved playlists, which can be undone in reverse order. Belongs to the thread of the disk.
struct PlaylistReversals {
    private struct Reversal {
        var name: String
        var path: String
        /// The path of the former file; nil if the change created the playlist.
        var kept: String?
        /// The hash of the bytes that the change left; nil if the whole playlist was removed.
        var left: Int?
    }

    private static let limit = 20

    private let folder: String
    private var reversals: [Reversal] = []

    /// Creates the record of the playlists in a folder, which also gets the former files.
    init(folder: String) { self.folder = folder }

    /// The path for the next former file. Hidden files do not count as playlists.
    var place: String {
        let used = Set(reversals.compactMap(\.kept))
        return (0...Self.limit).lazy.map { "\(folder)/.former-\($0)" }.first { !used.contains($0) } ?? ""
    }

    /// Removes the playlist at `path`. Its file stays as a hidden one.
    mutating func remove(_ name: String, at path: String) throws(PlaylistSaveError) {
        let kept = place
        guard Glibc.rename(path, kept) == 0 else {
            throw .notWritten(path: path, reason: String(cString: strerror(errno)))
        }
        note(Reversal(name: name, path: path, kept: kept))
    }

    /// Notes that a playlist was changed to a document. The former file is at `kept`; nil if there was none.
    mutating func noteEdit(of name: String, at path: String, kept: String?, to document: [UInt8]) {
        note(Reversal(name: name, path: path, kept: kept, left: document.hashValue))
    }

    private mutating func note(_ reversal: Reversal) {
        reversals = (reversals + [reversal]).suffix(Self.limit)
    }

    /// Undoes the last change of this playlist, and returns the path of its file. Throws if there is none, or if the
    /// playlist has changed since.
    mutating func undo(_ name: String) throws(PlaylistSaveError) -> String {
        guard let index = reversals.lastIndex(where: { $0.name == name }) else { throw .unknown(name: name) }
        let reversal = reversals[index]
        let path = reversal.path
        if let left = reversal.left {
            guard try PlaylistLibrary.content(path, otherwise: .unknown(name: name)).hashValue == left else {
                throw .exists(path: path)
            }
        } else if let present = PlaylistLibrary.saved(name, in: folder) {
            throw .exists(path: present)
        }
        guard (reversal.kept.map { Glibc.rename($0, path) } ?? unlink(path)) == 0 else {
            guard errno != ENOENT else { throw .unknown(name: name) }
            throw .notWritten(path: path, reason: String(cString: strerror(errno)))
        }
        reversals.remove(at: index)
        return path
    }
}
