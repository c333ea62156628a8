import Glibc
import Logging
import SegueCore
import SegueFiles
import SegueMPRIS

/// Reading playlists, and changing the playlists that the player has saved. Nothing outside the player's playlist
/// folder is written.
extension PlaylistLibrary {
    /// Reads a part of a playlist. The completion is called on the loop's thread.
    func tracks(
        of playlist: PlaylistDescription, in range: Range<Int>,
        _ completion: @escaping (Result<[PlaylistTrack], PlaylistSaveError>) -> Void
    ) {
        onWorker(
            { () throws(PlaylistSaveError) in
                let path = ResourceName.path(of: playlist.uri) ?? playlist.uri
                let kind = Playlist.Kind(rawValue: String(path.split(separator: ".").last ?? "").lowercased()) ?? .m3u
                let content = try Self.content(path, otherwise: .unknown(name: playlist.name))
                let folder = LocalPath(path).parent
                return Playlist(content, kind: kind).items.dropFirst(range.lowerBound).prefix(range.count).map { item in
                    let title = [item.artist, item.title].compactMap(\.self).joined(separator: " – ")
                    let file = item.file(in: folder).map { FileURI.uri($0) }
                    return PlaylistTrack(
                        location: file ?? String(decoding: item.location, as: UTF8.self), title: title,
                        duration: item.duration)
                }
            }, completion)
    }

    /// Appends entries to a saved playlist. Creates it if there is no playlist of that name. The completion is called
    /// on the loop's thread when the change is in the catalog.
    func append(
        _ entries: [NewEntry], to name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let absence = absence(of: name)
        let new = entries.map { QueueEntry(id: EntryID(rawValue: 0), uri: $0.uri, metadata: $0.metadata) }
        edit(
            name,
            { (path, former) throws(PlaylistSaveError) in
                let document: [UInt8]?
                if let former {
                    guard XSPFWriter.canAppend(to: former) else { throw .otherFormat(path: path) }
                    document = XSPFWriter.appending(new, to: former)
                } else {
                    try Self.checkName(path, absence)
                    document = XSPFWriter.document(title: name, entries: new)
                }
                guard let document else { throw .tooLong }
                return document
            }, completion)
    }

    /// Saves a query as a saved search; a saved search of this name is replaced. The completion is called on the loop's
    /// thread when the change is in the catalog.
    func save(
        search query: String, as name: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let path = searchPath(of: name)
        let other = listPath(of: name)
        let absence = absence(of: name)
        change(
            { () throws(PlaylistSaveError) in
                guard !FileAccess.exists(other) else { throw .exists(path: other) }
                try Self.checkName(path, absence)
                try Self.replace(path, with: Array("\(query)\n".utf8))
                return path
            }, completion)
    }

    /// Saves the searches of a new user, and writes an empty file to the path `record`. Does nothing if that file
    /// exists, so that a deleted search does not come back. A search or playlist of the same name stays as it is.
    func saveFirstSearches(record: String = "\(UserFolder.state.path)/first-searches") {
        guard !hasSavedFirst else { return }
        hasSavedFirst = true
        let lists = SavedSearch.first.map { search in
            (query: search.query, name: search.name, path: searchPath(of: search.name))
        }
        onWorker(
            { [own] () throws(PlaylistSaveError) in
                guard !FileAccess.exists(record) else { return }
                try? FileAccess.createFolder(FileAccess.folder(of: record))
                try Self.replace(record, with: [])
                for list in lists where Self.saved(list.name, in: own) == nil {
                    try Self.replace(list.path, with: Array("\(list.query)\n".utf8))
                }
            },
            { [logger] result in
                if case .failure(let error) = result { logger.warning("\(error)") }
            })
    }

    /// Renames a saved playlist; its identity stays the same.
    func rename(
        _ name: String, to new: String, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        let old = path(of: name)
        let isSearch = old == searchPath(of: name)
        let path = isSearch ? searchPath(of: new) : listPath(of: new)
        let absence = absence(of: name)
        let obstacle = self.absence(of: new)
        // The catalog sees two steps. First the path identifies the playlist, then the unchanged file does.
        change(
            { [own] () throws(PlaylistSaveError) in
                if path != old, let taken = Self.saved(new, in: own) { throw .exists(path: taken) }
                try Self.checkName(path, obstacle)
                let content = try Self.content(old, otherwise: absence)
                if !isSearch { try Self.replace(old, with: XSPFWriter.titled(new, content)) }
                return old
            },
            { [self] result in
                guard case .success = result else { return completion(result) }
                change(
                    { () throws(PlaylistSaveError) in
                        guard Glibc.rename(old, path) == 0 else {
                            throw .notWritten(path: path, reason: String(cString: strerror(errno)))
                        }
                        return path
                    }, completion)
            })
    }

    /// Returns the reason why a change finds no file of this name.
    func absence(of name: String) -> PlaylistSaveError {
        let path = path(of: name)
        let isFound = found.contains { $0.name == name && $0.uri != FileURI.uri(path: path) }
        return isFound ? .foreign(name: name) : .unknown(name: name)
    }

    /// Throws `absence` if the name belongs to a playlist that the player has not saved, and there is no file at `path`
    /// yet: nothing would distinguish the two playlists.
    static func checkName(_ path: String, _ absence: PlaylistSaveError) throws(PlaylistSaveError) {
        if case .foreign = absence, !FileAccess.exists(path) { throw absence }
    }

    /// Returns the bytes of the file. Throws `absence` if there is no file.
    static func content(
        _ path: String, otherwise absence: PlaylistSaveError
    ) throws(PlaylistSaveError) -> [UInt8] {
        let content: [UInt8]?
        do throws(FileFailure) {
            content = try FileAccess.read(path, limit: Playlist.longest)
        } catch {
            throw .notRead(path: path, reason: "\(error)")
        }
        guard let content else { throw absence }
        return content
    }
}
