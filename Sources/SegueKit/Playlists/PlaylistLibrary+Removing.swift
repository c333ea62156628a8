import EventLoop
import SegueFiles
import SegueMPRIS

/// Removal of and from saved playlists, and the undoing of the last changes.
extension PlaylistLibrary {
    /// Removes a saved playlist. Its file stays as a hidden one, for `restore`.
    func remove(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        let path = path(of: name)
        let absence = absence(of: name)
        change(
            { [reversals] () throws(PlaylistSaveError) in
                guard FileAccess.exists(path) else { throw absence }
                try reversals.withLock { (reversals) throws(PlaylistSaveError) in
                    try reversals.remove(name, at: path)
                }
                return path
            }, completion)
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
        change(
            { [reversals] () throws(PlaylistSaveError) in
                let former = FileAccess.exists(path) ? try Self.content(path, otherwise: .unknown(name: name)) : nil
                let document = try body(path, former)
                try reversals.withLock { (reversals) throws(PlaylistSaveError) in
                    let kept = reversals.place
                    if let former { try Self.replace(kept, with: former) }
                    try Self.replace(path, with: document)
                    reversals.noteEdit(of: name, at: path, kept: former == nil ? nil : kept, to: document)
                }
                return path
            }, completion)
    }

    /// Undoes the last change of this playlist, and at further calls the ones before it. Throws if the playlist has
    /// changed since.
    func restore(_ name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void) {
        change(
            { [reversals] () throws(PlaylistSaveError) in
                try reversals.withLock { (reversals) throws(PlaylistSaveError) in try reversals.undo(name) }
            }, completion)
    }
}
