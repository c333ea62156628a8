import GRDB
import SegueCore
package import SegueFiles

import struct Foundation.Data

/// Updates the index of the library from the music folders. For a separate process, because a hostile file may crash
/// it.
package final class LibraryWriter {
    /// The changes of an update.
    package struct Report: Sendable, Hashable {
        package var found = 0
        package var changed = 0
        package var removed = 0
        /// Tracks in the index.
        package var total = 0
    }

    /// The most files of one transaction.
    private static let batch = 500
    /// How long the tracks of a folder that can't be reached are kept, in seconds.
    private static let patience: Int64 = 90 * 86_400

    private let queue: DatabaseQueue
    private let now: Int64
    private let progress: (Int) -> Void
    private var report = Report()
    private var examined = 0
    /// Folders by device and inode, so that no link leads round.
    private var visited: Set<[UInt64]> = []
    private var folders: [LocalPath: Folder] = [:]
    /// The folders whose rows are kept.
    private var reached: Set<Int64> = []
    /// The files whose rows are still to be written.
    private var pending: [Pending] = []

    private struct Pending {
        var id: Int64?
        var folder: Int64
        var name: [UInt8]
        var size: Int64
        var modified: Int64
        var added: Int64
        var track: LibraryTrack
    }

    /// The row of a folder.
    private struct Folder {
        var id: Int64
        var device: Int64
    }

    /// The row of a file, without its tags.
    private struct Known {
        var id: Int64
        var size: Int64
        var modified: Int64
        var added: Int64
        var isGone: Bool
    }

    /// Reads new and changed files of these folders, and removes the rows of deleted files. The files of a folder that
    /// can't be reached are kept for 90 days, and searches leave them out. Waits while another process updates the
    /// index. An index that is damaged, or of another version, is created anew.
    ///
    /// - Parameters:
    ///   - roots: the music folders.
    ///   - path: that of the index.
    ///   - now: seconds since 1970.
    ///   - progress: called now and then with the number of files looked at.
    /// - Returns: the changes.
    /// - Throws: an error of SQLite or of the file system.
    package static func update(
        _ roots: [LocalPath], in path: String, now: Int64, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> Report {
        try FileAccess.createFolder(FileAccess.folder(of: path))
        return try FileLock.holding("\(path).lock") {
            do {
                return try SessionDatabase.namingDamage {
                    try LibraryWriter(path: path, now: now, progress: progress).update(roots)
                }
            } catch is SessionDatabase.Damage {
                LibraryDatabase.remove(path)
                return try LibraryWriter(path: path, now: now, progress: progress).update(roots)
            }
        }
    }

    private init(path: String, now: Int64, progress: @escaping (Int) -> Void) throws {
        queue = try LibraryDatabase.openForWriting(path)
        self.now = now
        self.progress = progress
    }

    private func update(_ roots: [LocalPath]) throws -> Report {
        folders = try queue.read { database in
            try Dictionary(
                database.values("SELECT path, id, device FROM folder") { row in
                    (LocalPath(bytes: try row.bytes()), Folder(id: try row.integer(), device: try row.integer()))
                }
            ) { $1 }
        }
        try queue.write { try $0.execute(sql: "DELETE FROM root") }
        for root in roots { try readRoot(root) }
        try flush()
        try forgetOthers()
        try queue.write { database in
            report.total =
                try database.value("SELECT count(*) FROM file WHERE gone IS NULL") { Int(try $0.integer()) } ?? 0
        }
        return report
    }

    private func readRoot(_ root: LocalPath) throws {
        guard (try? LocalFile.status(of: root))?.isDirectory == true else { return try leave(below: root) }
        try readFolder(root)
        try queue.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO root VALUES (?, ?)", arguments: [Data(root.bytes), now])
        }
    }

    private func readFolder(_ top: LocalPath) throws {
        var waiting = [top]
        while let path = waiting.popLast() {
            guard let status = try? LocalFile.status(of: path), status.isDirectory,
                visited.insert([status.device, status.inode]).inserted
            else { continue }
            guard let items = try? Directory.items(of: path) else {
                try leave(below: path)
                continue
            }
            let visible = items.filter { $0.name.first != UInt8(ascii: ".") }
            let former = try folder(path, status)
            reached.insert(former.id)
            if former.device != Int64(bitPattern: status.device), visible.isEmpty {
                // A file system is no longer mounted here.
                try leave(below: path)
                continue
            }
            if former.device != Int64(bitPattern: status.device) { try move(former.id, to: status.device) }
            let folders = try read(visible, in: path, former.id)
            waiting += folders.reversed()
        }
    }

    /// Reads the files of a folder. Returns the folders in it, in natural order.
    private func read(_ items: [Directory.Item], in path: LocalPath, _ folder: Int64) throws -> [LocalPath] {
        var folders: [(order: NaturalOrder, path: LocalPath)] = []
        var news: [(order: NaturalOrder, file: LocalPath, status: LocalFile.Status, former: Known?)] = []
        var known = try knownFiles(folder)
        for item in items {
            let file = path.appending(item.name)
            let mayBeFolder = item.kind == .directory || item.kind == .unknown
            guard mayBeFolder || (item.kind == .regular && AudioFileName.isAudio(file)) else { continue }
            guard let status = try? LocalFile.status(of: file) else { continue }
            if status.isDirectory { folders.append((NaturalOrder(item.name), file)) }
            guard status.isRegular, AudioFileName.isAudio(file) else { continue }
            examined += 1
            if examined % 100 == 0 { progress(examined) }
            let former = known.removeValue(forKey: item.name)
            if let former, former.size == status.size, former.modified == status.modified {
                if former.isGone { try bringBack(former.id) }
                continue
            }
            news.append((NaturalOrder(item.name), file, status, former))
        }
        if !known.isEmpty { try remove(known.values.map(\.id)) }
        // Search results of one rank have the order of the rows.
        for (order, file, status, former) in news.sorted(by: { $0.order < $1.order }) {
            if former == nil { report.found += 1 } else { report.changed += 1 }
            pending.append(
                Pending(
                    id: former?.id, folder: folder, name: order.name, size: status.size, modified: status.modified,
                    added: former?.added ?? now, track: LibraryTrack(path: file, FileTags(of: file) ?? FileTags())))
            if pending.count >= Self.batch { try flush() }
        }
        return folders.sorted { $0.order < $1.order }.map(\.path)
    }

    // MARK: - Rows

    /// The row of a folder, made where there is none.
    private func folder(_ path: LocalPath, _ status: LocalFile.Status) throws -> Folder {
        if let known = folders[path] { return known }
        let device = Int64(bitPattern: status.device)
        let id = try queue.write { database in
            try database.execute(
                sql: "INSERT INTO folder (path, words, device) VALUES (?, ?, ?)",
                arguments: [
                    Data(path.bytes), LibraryText.folded(path.description), device,
                ])
            return database.lastInsertedRowID
        }
        let folder = Folder(id: id, device: device)
        folders[path] = folder
        return folder
    }

    private func move(_ folder: Int64, to device: UInt64) throws {
        try queue.write { database in
            try database.execute(
                sql: "UPDATE folder SET device = ? WHERE id = ?", arguments: [Int64(bitPattern: device), folder])
        }
    }

    private func knownFiles(_ folder: Int64) throws -> [[UInt8]: Known] {
        // One statement needs no transaction, and a library has thousands of folders.
        try queue.unsafeRead { database in
            let rows = try database.values(
                "SELECT name, id, size, modified, added, gone FROM file WHERE folder = ?", [folder]
            ) { row in
                (
                    try row.bytes(),
                    Known(
                        id: try row.integer(), size: try row.integer(), modified: try row.integer(),
                        added: try row.integer(), isGone: try row.optionalInteger() != nil)
                )
            }
            return Dictionary(rows) { $1 }
        }
    }

    private func flush() throws {
        guard !pending.isEmpty else { return }
        try queue.write { database in
            for file in pending {
                if let id = file.id { try Self.delete(id, in: database) }
                let values: [(any DatabaseValueConvertible)?] =
                    [file.id, file.folder, Data(file.name), file.size, file.modified, file.added] + file.track.values
                try database.cachedStatement(
                    sql: """
                        INSERT INTO file (id, folder, name, size, modified, added, title, artists, albumArtists, album,
                        genres, composers, year, track, disc, length, codec, hasPicture, recording)
                        VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
                        """
                ).execute(arguments: StatementArguments(values))
                let id = file.id ?? database.lastInsertedRowID
                try Self.note(file.track, id, in: database)
            }
        }
        pending = []
        progress(examined)
    }

    private static func note(_ track: LibraryTrack, _ id: Int64, in database: Database) throws {
        for (table, columns) in track.texts {
            try database.cachedStatement(
                sql: "INSERT INTO \(table) (rowid, title, artist, album, composer, genre) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [id] + StatementArguments(columns))
        }
    }

    /// A full-text table without content needs the texts of a row that it is to delete.
    private static func delete(_ id: Int64, in database: Database) throws {
        guard
            let track = try database.value(
                """
                SELECT \(LibraryTrack.columns) FROM file JOIN folder ON folder.id = file.folder WHERE file.id = ?
                """, [id], { try LibraryTrack(&$0) })
        else { return }
        for (table, columns) in track.texts {
            try database.cachedStatement(
                sql: """
                    INSERT INTO \(table) (\(table), rowid, title, artist, album, composer, genre)
                    VALUES ('delete', ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [id] + StatementArguments(columns))
        }
        try database.execute(sql: "DELETE FROM file WHERE id = ?", arguments: [id])
    }

    private func remove(_ ids: [Int64]) throws {
        report.removed += ids.count
        try queue.write { database in for id in ids { try Self.delete(id, in: database) } }
    }

    private func bringBack(_ id: Int64) throws {
        report.found += 1
        try queue.write { try $0.execute(sql: "UPDATE file SET gone = NULL WHERE id = ?", arguments: [id]) }
    }

    /// Marks the files in and below a folder that can't be reached. Deletes those that have not been reached for 90
    /// days.
    private func leave(below top: LocalPath) throws {
        for (path, folder) in folders where path.isInside(top) {
            reached.insert(folder.id)
            let old = try queue.read { database in
                try database.values(
                    "SELECT id FROM file WHERE folder = ? AND gone < ?", [folder.id, now - Self.patience]
                ) { try $0.integer() }
            }
            try remove(old)
            try queue.write { database in
                try database.execute(
                    sql: "UPDATE file SET gone = ? WHERE folder = ? AND gone IS NULL", arguments: [now, folder.id])
            }
        }
    }

    /// Deletes folders that no longer exist, or are no longer in a music folder.
    private func forgetOthers() throws {
        for folder in folders.values where !reached.contains(folder.id) {
            try remove(knownFiles(folder.id).values.map(\.id))
            try queue.write { try $0.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder.id]) }
        }
    }
}

extension LocalPath {
    /// True for the folder itself too.
    fileprivate func isInside(_ folder: LocalPath) -> Bool {
        self == folder || bytes.starts(with: folder.appending([]).bytes)
    }
}
