import EventLoop
import Glibc
import SegueFiles
import SegueMPRIS

/// Removal from saved playlists, and its undoing.
extension PlaylistLibrary {
    /// The last removal, of a playlist or of tracks. The former file is at `hiddenPath`.
    struct Removal {
        var name: String
        var path: String
        /// The bytes that remained; nil if the whole playlist was removed.
        var left: [UInt8]?
    }

    /// Removes a saved playlist. The last removed playlist is kept in a hidden file, for `restore`.
    func remove(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        let path = path(of: name)
        let absence = absence(of: name)
        let hidden = hiddenPath
        change(
            { () throws(PlaylistSaveError) in
                guard Glibc.rename(path, hidden) == 0 else {
                    guard errno != ENOENT else { throw absence }
                    throw .notWritten(path: path, reason: String(cString: strerror(errno)))
                }
                return path
            },
            { [self] result in
                if case .success = result { removed = Removal(name: name, path: path) }
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

    /// Rearranges the tracks of a saved playlist, and keeps the former file for `restore`.
    private func arrange(
        _ name: String, _ order: @escaping @Sendable (_ count: Int) -> [Int]?,
        _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let path = path(of: name)
        let absence = absence(of: name)
        let hidden = hiddenPath
        let left = Locked<[UInt8]>([])
        change(
            { () throws(PlaylistSaveError) in
                let former = try Self.content(path, otherwise: absence)
                switch XSPFWriter.arranging(former, order) {
                case .arranged(let document):
                    try Self.replace(hidden, with: former)
                    try Self.replace(path, with: document)
                    left.withLock { $0 = document }
                    return path
                case .notAList: throw .otherFormat(path: path)
                case .noSuchTrack: throw .noSuchTrack(name: name)
                }
            },
            { [self] result in
                switch result {
                case .success: removed = Removal(name: name, path: path, left: left.withLock { $0 })
                // The hidden file may already have been replaced.
                case .failure(.notWritten): removed = nil
                case .failure: break
                }
                completion(result)
            })
    }

    /// Restores the last removal, if it was of this playlist or its tracks, and the playlist has not changed since.
    func restore(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        let removed = removed?.name == name ? removed : nil
        let hidden = hiddenPath
        change(
            { () throws(PlaylistSaveError) in
                guard let removed else { throw .unknown(name: name) }
                if let left = removed.left {
                    guard try Self.content(removed.path, otherwise: .unknown(name: name)) == left else {
                        throw .exists(path: removed.path)
                    }
                } else if FileAccess.exists(removed.path) {
                    throw .exists(path: removed.path)
                }
                guard Glibc.rename(hidden, removed.path) == 0 else {
                    guard errno != ENOENT else { throw .unknown(name: name) }
                    throw .notWritten(path: removed.path, reason: String(cString: strerror(errno)))
                }
                return removed.path
            },
            { [self] result in
                if case .success = result { self.removed = nil }
                completion(result)
            })
    }
}
