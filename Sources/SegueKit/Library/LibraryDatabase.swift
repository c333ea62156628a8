import GRDB
import SegueCore
import SegueFiles

import struct Foundation.Data

/// The index of the library (design.md, Music library): a cache that may be deleted at any time. One process writes the
/// index, any number read it.
package enum LibraryDatabase {
    /// The version of the schema and of the contents, in `PRAGMA user_version`. A file of another version is rebuilt.
    static let version: Int64 = 8

    /// The separator of lists in one column: no tag contains this character (`TagText`).
    static let separator: Character = "\u{1F}"

    /// The path of the index of this user.
    package static var path: String { "\(UserFolder.cache.path)/library.db" }

    /// Deletes the index.
    static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { FileAccess.remove(path + suffix) }
    }

    /// Opens the index for reading. Nil if there is no readable index.
    static func openForReading(_ path: String) -> KeptConnection? {
        // With 100,000 tracks, each search reads other pages: the 2 MiB of SQLite would be read from the disk each
        // time.
        guard FileAccess.exists(path), let connection = try? KeptConnection(reading: path, cache: 8192) else {
            return nil
        }
        let found = try? connection.queue.read { try $0.value("PRAGMA user_version") { try $0.integer() } }
        guard found == version else {
            connection.discard()
            return nil
        }
        return connection
    }

    /// Opens the index for writing, or creates it; its folder must exist. Throws `SessionDatabase.Damage` if the file
    /// is not an index of this version, and otherwise an error of SQLite.
    static func openForWriting(_ path: String) throws -> KeptConnection {
        let connection = try KeptConnection(path, for: .writing) {
            var configuration = GRDB.Configuration()
            configuration.busyMode = .timeout(10)
            configuration.foreignKeysEnabled = false
            return try DatabaseQueue(path: path, configuration: configuration)
        }
        try connection.queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            let found = try database.value("PRAGMA user_version") { try $0.integer() } ?? 0
            guard found == 0 else {
                guard found == version else { throw SessionDatabase.Damage(description: "its version is \(found)") }
                return
            }
            try database.inTransaction {
                try database.execute(sql: schema)
                return .commit
            }
        }
        return connection
    }

    /// Returns the row of the track with this URI; nil if the index does not have the track.
    static func track(_ uri: String, in database: Database) throws -> Int64? {
        guard let path = FileURI.path(of: uri) else { return nil }
        return try database.value(
            """
            SELECT file.id FROM file JOIN folder ON folder.id = file.folder
            WHERE folder.path = ? AND file.name = ? AND file.excerpt = ?
            """, [Data(path.parent.bytes), Data(path.name), Excerpt(uri: uri)?.fragment ?? ""]
        ) { try $0.integer() }
    }

    /// The schema of the index.
    ///
    /// `album` and `listed` (artists and genres) are stored in addition to the files, so that a page of them does not
    /// need all files. A `count` includes only files that can be reached. The text `place` determines their order
    /// (`SortText`).
    ///
    /// `words` finds whole words and their beginnings, `letters` finds text inside words. Both contain folded text
    /// (`TextFold`); `letters` has no punctuation, so that `acdc` finds AC/DC. Files that can't be reached are in
    /// neither. The column `cover` has the name of the picture in a folder. The table `sorting` has the articles that
    /// are ignored in sorting. The table `former` has the paths at which files were before they moved, with the
    /// fragments of excerpts. The indexes
    /// `fileInOrder` and `albumPlace` have all columns that sorting needs, on a tenth of the pages. The index
    /// `fileByStamp` finds a file that has moved (`FileStamp`).
    ///
    /// A file with a cue sheet or chapters has a row for each of its tracks: `excerpt` is the fragment of its URI, and
    /// empty for a whole file. The column `sheet` has the time of the last change of the sheet beside the file, and 0
    /// without one.
    private static let schema = """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, words TEXT NOT NULL, device INTEGER NOT NULL,
            cover BLOB);
        CREATE TABLE file (
            id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, name BLOB NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, inode INTEGER NOT NULL, added INTEGER NOT NULL, gone INTEGER, title TEXT,
            artists TEXT, albumArtists TEXT, album TEXT, genres TEXT, composers TEXT, year INTEGER, track INTEGER,
            disc INTEGER, length INTEGER, codec TEXT NOT NULL, hasPicture INTEGER NOT NULL, recording TEXT,
            rate INTEGER, albumRow INTEGER, excerpt TEXT NOT NULL, sheet INTEGER NOT NULL);
        CREATE UNIQUE INDEX fileInFolder ON file (folder, name, excerpt);
        CREATE INDEX fileByStamp ON file (modified, size, inode);
        CREATE INDEX fileInOrder ON file (id, albumRow, disc, track);
        CREATE INDEX fileInAlbum ON file (albumRow) WHERE albumRow IS NOT NULL;
        CREATE TABLE former (path BLOB PRIMARY KEY, file INTEGER NOT NULL);
        CREATE INDEX formerOfFile ON former (file);
        CREATE TABLE album (
            id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, people TEXT, year INTEGER,
            count INTEGER NOT NULL, place TEXT NOT NULL);
        CREATE INDEX albumInOrder ON album (place);
        CREATE INDEX albumPlace ON album (id, place);
        CREATE TABLE listed (
            kind INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, place TEXT NOT NULL,
            PRIMARY KEY (kind, key)) WITHOUT ROWID;
        CREATE INDEX listedInOrder ON listed (kind, place);
        CREATE VIRTUAL TABLE words USING fts5 (
            title, artist, album, composer, genre, content = '', prefix = '2 3',
            tokenize = 'unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE letters USING fts5 (title, artist, album, composer, genre, content = '',
            tokenize = 'trigram');
        CREATE TABLE sorting (articles TEXT NOT NULL);
        CREATE TABLE root (path BLOB PRIMARY KEY, read INTEGER NOT NULL);
        PRAGMA user_version = \(version);
        """
}

extension KeptConnection {
    /// Opens a database that other programs may be writing, with a page cache of `cache` KiB. Throws an error of SQLite
    /// if there is none.
    convenience init(reading path: String, cache: Int = 2000) throws {
        try self.init(path, for: .reading) {
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(2)
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cache)") }
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }
}
