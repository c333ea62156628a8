import GRDB
import SegueCore
import SegueFiles

import struct Foundation.Data

/// The size, the modification time and the inode of a file. All three survive renaming; a move between file systems
/// keeps only the first two.
struct FileStamp: Sendable, Hashable {
    /// The size in bytes.
    var size: Int64
    /// The time of the last change, in nanoseconds since 1970.
    var modified: Int64
    var inode: UInt64
}

/// The present locations of tracks that were played or rated, as far as the index has them (design.md, Music library).
struct TrackWhereabouts: Sendable, Hashable {
    /// The stamps of tracks that had another stamp, or none, by their URIs.
    var stamps: [String: FileStamp] = [:]
    /// The new URIs of tracks that have moved, by the former URIs. All moves apply at once, because files may have
    /// exchanged their paths.
    var moves: [String: String] = [:]

    var isEmpty: Bool { stamps.isEmpty && moves.isEmpty }
}

extension TrackWhereabouts {
    private typealias File = (path: LocalPath, stamp: FileStamp)

    /// Finds tracks by their URIs. If another file, or none, is at a URI, finds the track by its stamp. A file that has
    /// disappeared may have lost its inode in a move. Among several files with its size and time, the file with the
    /// same name then counts. That way, a folder can be moved whose files all have one size and age. Without such a
    /// file, the track keeps its URI.
    init(of known: [String: FileStamp?], in database: Database) throws {
        var gone: [FileStamp: [(uri: String, path: LocalPath)]] = [:]
        for (uri, stamp) in known {
            guard let path = FileURI.pathBytes(of: uri).map({ LocalPath(bytes: $0) }) else { continue }
            let present = try Self.stamp(of: path, in: database)
            // A file that exists, but is no longer in a music folder, keeps its stamp.
            if present == stamp || present == nil && (try? LocalFile.status(of: path)) != nil { continue }
            if let stamp, let same = try Self.files(like: stamp, in: database).first(where: { $0.stamp == stamp }) {
                moves[uri] = FileURI.uri(same.path, Excerpt(uri: uri))
            } else if let present {
                stamps[uri] = present
            } else if var stamp {
                stamp.inode = 0
                gone[stamp, default: []].append((uri, path))
            }
        }
        for (stamp, tracks) in gone {
            let files = try Self.files(like: stamp, in: database)
            for track in tracks {
                let namesakes = files.filter { $0.path.name == track.path.name }
                let candidates = files.count + tracks.count > 2 ? namesakes : files
                guard candidates.count == 1 else { continue }
                moves[track.uri] = FileURI.uri(candidates[0].path, Excerpt(uri: track.uri))
            }
        }
    }

    private static func stamp(of path: LocalPath, in database: Database) throws -> FileStamp? {
        try database.value(
            """
            SELECT file.size, file.modified, file.inode FROM file JOIN folder ON folder.id = file.folder
            WHERE folder.path = ? AND file.name = ? LIMIT 1
            """, [Data(path.parent.bytes), Data(path.name)]
        ) { FileStamp(size: try $0.integer(), modified: try $0.integer(), inode: try $0.bits()) }
    }

    /// Returns the reachable files with this size and time.
    private static func files(like stamp: FileStamp, in database: Database) throws -> [File] {
        try database.values(
            """
            SELECT DISTINCT folder.path, file.name, file.inode FROM file JOIN folder ON folder.id = file.folder
            WHERE file.modified = ? AND file.size = ? AND file.gone IS NULL
            """, [stamp.modified, stamp.size]
        ) { row in
            let path = LocalPath(bytes: try row.bytes()).appending(try row.bytes())
            return (path, FileStamp(size: stamp.size, modified: stamp.modified, inode: try row.bits()))
        }
    }
}
