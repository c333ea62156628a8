import EventLoop
import Glibc
import SegueFiles
import SegueMPRIS

/// Removal of and from saved playlists, and the undoing of the last changes.
extension PlaylistLibrary {
    /// A change that can be undone. The former file, if there was one, has been kept.
    struct Reversal {
        var name: String
        var path: String
        /// The path of the former file; nil if the change created the playlist.
        var kept: String?
        /// The bytes that the change left; nil if the whole playlist was removed.
        var left: [UInt8]?
    }

    /// Removes a saved playlist. The last removed playlist is kept in a hidden file, for `restore`.
    func remove(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        let path = path(of: name)
        let absence = absence(of: name)
        let hidden = removedPath
        change(
            { () throws(PlaylistSaveError) in
                guard Glibc.rename(path, hidden) == 0 else {
                    guard errno != ENOENT else { throw absence }
                    throw .notWritten(path: path, reason: String(cString: strerror(errno)))
                }
                return path
            },
            { [self] result in
                if case .success = result {
                    removal = Reversal(name: name, path: path, kept: hidden)
                    if edit?.name == name { edit = nil }
                }
                completion(result)
            })
    }

    /// Removes tracks from a saved playlist, by their indexes.
    func removeTracks(
        _ places: [Int], of name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let gone = Set(places)
        arrange(
            name,
            { count in gone.allSatisfy { $0 < count } ? (0..<count).filter { !gone.contains($0) } : nil },
            completion)
    }

    /// Moves a track of a saved playlist to another index.
    func moveTrack(
        from place: Int, to new: Int, of name: String,
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        arrange(
            name,
            { count in
                guard place < count, new < count else { return nil }
                var order = Array(0..<count)
                order.insert(order.remove(at: place), at: new)
                return order
            }, completion)
    }

    /// Rearranges the tracks of a saved playlist.
    private func arrange(
        _ name: String, _ order: @escaping @Sendable (_ count: Int) -> [Int]?,
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let absence = absence(of: name)
        edit(
            name,
            { (path, former) throws(PlaylistSaveError) in
                guard let former else { throw absence }
                switch XSPFWriter.arranging(former, order) {
                case .arranged(let document): return document
                case .notAList: throw .otherFormat(path: path)
                case .noSuchTrack: throw .noSuchTrack(name: name)
                }
            }, completion)
    }

    /// Rewrites a saved playlist, and keeps the former file for `restore`. `body` receives the path and its bytes, nil
    /// if there is no such playlist, and returns the new ones.
    func edit(
        _ name: String,
        _ body: @escaping @Sendable (_ path: String, _ former: [UInt8]?) throws(PlaylistSaveError) -> [UInt8],
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let path = path(of: name)
        let hidden = formerPath
        let left = Locked<(document: [UInt8], isNew: Bool)>(([], false))
        change(
            { () throws(PlaylistSaveError) in
                let former = FileAccess.exists(path) ? try Self.content(path, otherwise: .unknown(name: name)) : nil
                let document = try body(path, former)
                if let former { try Self.replace(hidden, with: former) }
                try Self.replace(path, with: document)
                left.withLock { $0 = (document, former == nil) }
                return path
            },
            { [self] result in
                switch result {
                case .success:
                    let (document, isNew) = left.withLock { $0 }
                    edit = Reversal(name: name, path: path, kept: isNew ? nil : hidden, left: document)
                // The hidden file may already have been replaced.
                case .failure(.notWritten): edit = nil
                case .failure: break
                }
                completion(result)
            })
    }

    /// Undoes the last edit if it was of this playlist, or else the last removal if this playlist was removed. Throws
    /// if the playlist has changed since.
    func restore(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        let isEdit = edit?.name == name
        let reversal = isEdit ? edit : removal?.name == name ? removal : nil
        change(
            { () throws(PlaylistSaveError) in
                guard let reversal else { throw .unknown(name: name) }
                let path = reversal.path
                if let left = reversal.left {
                    guard try Self.content(path, otherwise: .unknown(name: name)) == left else {
                        throw .exists(path: path)
                    }
                } else if FileAccess.exists(path) {
                    throw .exists(path: path)
                }
                guard (reversal.kept.map { Glibc.rename($0, path) } ?? unlink(path)) == 0 else {
                    guard errno != ENOENT else { throw .unknown(name: name) }
                    throw .notWritten(path: path, reason: String(cString: strerror(errno)))
                }
                return path
            },
            { [self] result in
                if case .success = result {
                    if isEdit { edit = nil } else { removal = nil }
                }
                completion(result)
            })
    }
}
