import GRDB
import SegueCore
package import SegueFiles

import struct Foundation.Data

/// Updates the index of the library from the music folders. Meant for a separate process, because a hostile file may
/// crash it.
package final class LibraryWriter {
    /// The changes of an update.
    package struct Report: Sendable, Hashable {
        package var found = 0
        package var changed = 0
        package var removed = 0
        /// The number of folders whose picture has changed.
        package var pictures = 0
        /// True if the order of the names has changed.
        package var isSortedAnew = false
        /// The number of tracks in the index.
        package var total = 0
    }

    /// The largest number of files in one transaction.
    private static let batch = 500
    /// The time in seconds for which the tracks of an unreachable folder are kept.
    private static let patience: Int64 = 90 * 86_400

    private let connection: KeptConnection
    private var queue: DatabaseQueue { connection.queue }
    private let order: SortText
    private let now: Int64
    private let record: ReadingRecord
    private let entering: (LocalPath) -> Void
    private let progress: (Int) -> Void
    private var report = Report()
    private var examined = 0
    /// The visited folders by device and inode, so that links can't cause a loop.
    private var visited: Set<[UInt64]> = []
    private var folders: [LocalPath: Folder] = [:]
    /// The folders whose rows are kept.
    private var reached: Set<Int64> = []
    /// The files whose rows have not been written yet.
    private var pending: [LibraryEdit.File] = []
    /// The rows of files that are no longer at their paths. The rows are removed at the end: until then, a new file may
    /// prove to be one of the files.
    private var lost: Set<Int64> = []
    /// The rows of files that were found at another path.
    private var moved: Set<Int64> = []

    /// The row of a folder.
    private struct Folder {
        var id: Int64
        var device: Int64
        /// The name of the picture in the folder; nil without one.
        var cover: [UInt8]?
    }

    /// The row of a file, without its tags.
    private struct Known {
        var id: Int64
        var size: Int64
        var modified: Int64
        var added: Int64
        /// The time of the last change of the sheet beside the file; 0 without one.
        var sheet: Int64
        /// The fragment of the row's URI; empty for a whole file.
        var excerpt: String
        /// The time at which the folder was first found to be unreachable; nil if it can be reached.
        var gone: Int64?
    }

    /// Reads new and changed files of these folders, and removes the rows of deleted files. The files of a folder that
    /// can't be reached are kept for 90 days, and searches omit them. Waits while another process updates the index. If
    /// the index is damaged, or of another version, it is rebuilt.
    ///
    /// - Parameters:
    ///   - roots: the music folders.
    ///   - articles: the setting of that name. If it has changed, all names are sorted again.
    ///   - path: the path of the index.
    ///   - now: the current time, in seconds since 1970.
    ///   - entering: called with each folder before it is read.
    ///   - progress: called from time to time with the number of files examined so far.
    /// - Returns: the changes.
    /// - Throws: an error of SQLite or of the file system.
    package static func update(
        _ roots: [LocalPath], articles: String, in path: String, now: Int64,
        entering: @escaping (LocalPath) -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> Report {
        try FileAccess.createFolder(FileAccess.folder(of: path))
        func update() throws -> Report {
            let writer = try LibraryWriter(
                path: path, articles: articles, now: now, entering: entering, progress: progress)
            try writer.sort(without: articles)
            return try writer.update(roots)
        }
        return try FileLock.holding("\(path).lock") {
            do {
                return try SessionDatabase.namingDamage(update)
            } catch is SessionDatabase.Damage {
                LibraryDatabase.remove(path)
                return try update()
            }
        }
    }

    /// Reads the files of some folders of the index again. Nil if that is not enough, because folders in them have
    /// appeared or disappeared, or because the index is not usable: call `update` then.
    ///
    /// - Throws: an error of SQLite or of the file system.
    package static func refresh(
        _ changed: Set<LocalPath>, articles: String, in path: String, now: Int64
    ) throws -> Report? {
        try FileLock.holding("\(path).lock") {
            do {
                return try SessionDatabase.namingDamage {
                    try LibraryWriter(
                        path: path, articles: articles, now: now, entering: { _ in }, progress: { _ in }
                    ).refresh(changed)
                }
            } catch is SessionDatabase.Damage {
                return nil
            }
        }
    }

    private init(
        path: String, articles: String, now: Int64, entering: @escaping (LocalPath) -> Void,
        progress: @escaping (Int) -> Void
    ) throws {
        connection = try LibraryDatabase.openForWriting(path)
        order = SortText(articles: articles)
        self.now = now
        self.entering = entering
        self.progress = progress
        record = ReadingRecord(path: "\(path).reading")
        folders = try connection.queue.read { database in
            try Dictionary(
                database.values("SELECT path, id, device, cover FROM folder") { row in
                    let path = LocalPath(bytes: try row.bytes())
                    return (
                        path,
                        Folder(id: try row.integer(), device: try row.integer(), cover: try row.optionalBytes())
                    )
                }
            ) { $1 }
        }
    }

    /// Sorts all names again, unless they are already sorted without these articles.
    private func sort(without articles: String) throws {
        let former = try queue.read { try $0.value("SELECT articles FROM sorting") { try $0.text() } }
        guard former != articles else { return }
        try edit { try $0.sort() }
        report.isSortedAnew = former != nil
        try queue.write { database in
            try database.execute(sql: "DELETE FROM sorting; INSERT INTO sorting VALUES (?)", arguments: [articles])
        }
    }

    private func update(_ roots: [LocalPath]) throws -> Report {
        try queue.write { try $0.execute(sql: "DELETE FROM root") }
        for root in roots { try readRoot(root) }
        try flush()
        try forgetOthers()
        return try finish()
    }

    private func refresh(_ changed: Set<LocalPath>) throws -> Report? {
        let inside = Dictionary(grouping: folders.keys) { $0.parent }
        for path in changed {
            guard let former = folders[path], let status = try? LocalFile.status(of: path), status.isDirectory,
                former.device == Int64(bitPattern: status.device), let items = try? Directory.items(of: path)
            else { return nil }
            let found = try read(items.filter(Self.isVisible), in: path, former)
            guard Set(found) == Set(inside[path] ?? []) else { return nil }
        }
        return try finish()
    }

    private func finish() throws -> Report {
        try flush()
        try remove(Array(lost.subtracting(moved)))
        record.close()
        report.total =
            try queue.read { try $0.value("SELECT count(*) FROM file WHERE gone IS NULL") { Int(try $0.integer()) } }
            ?? 0
        return report
    }

    private static func isVisible(_ item: Directory.Item) -> Bool { item.name.first != UInt8(ascii: ".") }

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
            entering(path)
            guard let items = try? Directory.items(of: path) else {
                try leave(below: path)
                continue
            }
            let visible = items.filter(Self.isVisible)
            let former = try folder(path, status)
            reached.insert(former.id)
            if former.device != Int64(bitPattern: status.device), visible.isEmpty {
                // The file system that was mounted here is no longer mounted.
                try leave(below: path)
                continue
            }
            if former.device != Int64(bitPattern: status.device) { try move(former.id, to: status.device) }
            let folders = try read(visible, in: path, former)
            waiting += folders.reversed()
        }
    }

    /// Reads the files of a folder. Returns the folders in it, in natural order.
    private func read(_ items: [Directory.Item], in path: LocalPath, _ row: Folder) throws -> [LocalPath] {
        let folder = row.id
        try keep(Neighbours.cover(among: items, of: path)?.name, of: row)
        var folders: [(order: NaturalOrder, path: LocalPath)] = []
        var news: [(order: NaturalOrder, file: LocalPath, status: LocalFile.Status, former: [Known])] = []
        var known = try knownFiles(folder)
        let sheets = FolderSheets(among: items.filter { $0.kind == .regular }.map { path.appending($0.name) })
        var found: [Int64] = []
        for item in items {
            let file = path.appending(item.name)
            let mayBeFolder = item.kind == .directory || item.kind == .unknown
            guard mayBeFolder || (item.kind == .regular && AudioFileName.isAudio(file)) else { continue }
            guard let status = try? LocalFile.status(of: file) else { continue }
            if status.isDirectory { folders.append((NaturalOrder(item.name), file)) }
            guard status.isRegular, AudioFileName.isAudio(file) else { continue }
            examined += 1
            if examined % 100 == 0 { progress(examined) }
            let former = known.removeValue(forKey: item.name) ?? []
            let sheet = sheets[file]?.modified ?? 0
            if !former.isEmpty,
                former.allSatisfy({ $0.size == status.size && $0.modified == status.modified && $0.sheet == sheet })
            {
                found += former.filter { $0.gone != nil }.map(\.id)
                continue
            }
            news.append((NaturalOrder(item.name), file, status, former))
        }
        lost.formUnion(known.values.flatMap { $0.map(\.id) })
        if !found.isEmpty {
            report.found += found.count
            try edit { rows in for id in found { try rows.mark(id, gone: nil) } }
        }
        // Search results of one rank have the order of the rows.
        for (order, file, status, former) in news.sorted(by: { $0.order < $1.order }) {
            let division = sheets[file]
            let whole = try former.isEmpty && division == nil ? origin(of: status, "") : nil
            let tracks = whole?.tags.map { [LibraryTrack(path: file, $0)] } ?? self.tracks(of: file, division)
            var (left, isKnown) = (former, !former.isEmpty)
            for track in tracks {
                let excerpt = track.excerpt?.fragment ?? ""
                let row = left.firstIndex { $0.excerpt == excerpt }.map { left.remove(at: $0) }
                let origin = try former.isEmpty ? excerpt.isEmpty ? whole : origin(of: status, excerpt) : nil
                isKnown = isKnown || origin != nil
                pending.append(
                    LibraryEdit.File(
                        id: row?.id ?? origin?.id, folder: folder, name: order.name, size: status.size,
                        modified: status.modified,
                        inode: status.inode, added: former.first?.added ?? origin?.added ?? now,
                        sheet: division?.modified ?? 0, track: track))
            }
            lost.formUnion(left.map(\.id))
            if isKnown { report.changed += 1 } else { report.found += 1 }
            if pending.count >= Self.batch { try flush() }
        }
        return folders.sorted { $0.order < $1.order }.map(\.path)
    }

    /// Reads a file. Returns its tracks: those of the sheet beside it or inside it, those of its chapters, or the file.
    private func tracks(of file: LocalPath, _ division: FolderSheets.Division?) -> [LibraryTrack] {
        guard !record.isSuspect(file), let (tags, inside) = record.reading(file, { FileTags.withSheet(of: file) })
        else { return [LibraryTrack(path: file, FileTags())] }
        guard let sheet = division?.sheet ?? inside else { return [LibraryTrack(path: file, tags)] }
        let length = tags.length.map { MediaTime(nanoseconds: $0 * 1_000_000) }
        var found: Set<Excerpt?> = []
        let tracks = (division?.tracks ?? sheet.tracks).compactMap { track -> LibraryTrack? in
            let start = track.excerpt?.start ?? .zero
            guard length.map({ start < $0 }) ?? true, found.insert(track.excerpt).inserted else { return nil }
            return LibraryTrack(path: file, sheet.tags(of: track, in: tags), excerpt: track.excerpt)
        }
        return tracks.isEmpty ? [LibraryTrack(path: file, tags)] : tracks
    }

    // MARK: - Rows

    /// Returns the row of a folder, created if it is missing.
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

    /// Stores the name of the picture in a folder. Does nothing if it has not changed.
    private func keep(_ cover: ArraySlice<UInt8>?, of folder: Folder) throws {
        let cover = cover.map { Array($0) }
        guard cover != folder.cover else { return }
        report.pictures += 1
        try queue.write { database in
            try database.execute(
                sql: "UPDATE folder SET cover = ? WHERE id = ?", arguments: [cover.map { Data($0) }, folder.id])
        }
    }

    private func knownFiles(_ folder: Int64) throws -> [[UInt8]: [Known]] {
        // One statement needs no transaction, and a library has thousands of folders.
        try queue.unsafeRead { database in
            let rows = try database.values(
                "SELECT name, id, size, modified, added, sheet, excerpt, gone FROM file WHERE folder = ?", [folder]
            ) { row in
                (
                    try row.bytes(),
                    Known(
                        id: try row.integer(), size: try row.integer(), modified: try row.integer(),
                        added: try row.integer(), sheet: try row.integer(), excerpt: try row.text(),
                        gone: try row.optionalInteger())
                )
            }
            return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
        }
    }

    /// Returns the row of a file that was moved here: a row with this stamp whose file is no longer at its path. The
    /// result has tags only if the identity is certain: several files may have been written at one time. Nil for a new
    /// file.
    private func origin(
        of status: LocalFile.Status, _ excerpt: String
    ) throws -> (id: Int64, added: Int64, tags: FileTags?)? {
        let inode = Int64(bitPattern: status.inode)
        let same = try rows(with: status, "AND file.excerpt = ? AND file.inode = ? LIMIT 1", [excerpt, inode])
        // Several rows with this stamp can't be distinguished.
        let rows = try same.isEmpty ? rows(with: status, "AND file.excerpt = ? LIMIT 2", [excerpt]) : same
        guard rows.count == 1, let row = rows.first, !moved.contains(row.id), isGone(row.track.path, from: row.device)
        else { return nil }
        moved.insert(row.id)
        let isSame = !same.isEmpty && row.device == Int64(bitPattern: status.device)
        return (row.id, row.added, isSame ? row.track.tags : nil)
    }

    private func rows(
        with status: LocalFile.Status, _ rest: String, _ arguments: StatementArguments = []
    ) throws -> [(track: LibraryTrack, id: Int64, added: Int64, device: Int64)] {
        try queue.unsafeRead { database in
            try database.values(
                """
                SELECT \(LibraryTrack.columns), file.id, file.added, folder.device FROM file
                JOIN folder ON folder.id = file.folder
                WHERE file.modified = ? AND file.size = ? \(rest)
                """, [status.modified, status.size] + arguments
            ) { (try LibraryTrack(&$0), try $0.integer(), try $0.integer(), try $0.integer()) }
        }
    }

    /// Returns true if a file no longer exists, while its file system is still mounted.
    private func isGone(_ path: LocalPath, from device: Int64) -> Bool {
        guard (try? LocalFile.status(of: path)) == nil else { return false }
        var folder = path.parent
        while folder.bytes.count > 1 {
            if let status = try? LocalFile.status(of: folder) { return Int64(bitPattern: status.device) == device }
            folder = folder.parent
        }
        return false
    }

    private func flush() throws {
        guard !pending.isEmpty else { return }
        try edit { rows in for file in pending { try rows.write(file) } }
        pending = []
        progress(examined)
    }

    private func remove(_ ids: [Int64]) throws {
        guard !ids.isEmpty else { return }
        report.removed += ids.count
        try edit { rows in for id in ids { try rows.delete(id) } }
    }

    /// Marks the files in and below a folder that can't be reached. Deletes files that have been unreachable for 90
    /// days.
    private func leave(below top: LocalPath) throws {
        for (path, folder) in folders where path.isInside(top) {
            reached.insert(folder.id)
            let former = try knownFiles(folder.id).values.flatMap(\.self)
            try remove(former.filter { $0.gone.map { $0 < now - Self.patience } ?? false }.map(\.id))
            let lost = former.filter { $0.gone == nil }.map(\.id)
            guard !lost.isEmpty else { continue }
            report.removed += lost.count
            try edit { rows in for id in lost { try rows.mark(id, gone: now) } }
        }
    }

    private func edit(_ body: (inout LibraryEdit) throws -> Void) throws {
        try queue.write { database in
            var rows = LibraryEdit(database, order: order)
            try body(&rows)
            try rows.finish()
        }
    }

    /// Deletes folders that no longer exist, or are no longer in a music folder.
    private func forgetOthers() throws {
        for folder in folders.values where !reached.contains(folder.id) {
            try remove(knownFiles(folder.id).values.flatMap { $0.map(\.id) })
            try queue.write { try $0.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder.id]) }
        }
    }
}
