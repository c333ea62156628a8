import GRDB
import SegueCore
import SegueFiles

import struct Foundation.Data

/// The size and the time of a file, both of which it keeps when it is moved or renamed.
struct FileStamp: Sendable, Hashable {
    /// The bytes of the file.
    var size: Int64
    /// The time of the last change, in nanoseconds since 1970.
    var modified: Int64
}

/// The present places of tracks that were played or rated, as far as the index knows (design.md, Music library).
struct TrackWhereabouts: Sendable, Hashable {
    /// The stamps of tracks that had another one, or none, by their URIs.
    var stamps: [String: FileStamp] = [:]
    /// The new URIs of tracks that have moved, by the former ones.
    var moves: [String: String] = [:]

    var isEmpty: Bool { stamps.isEmpty && moves.isEmpty }
}

extension TrackWhereabouts {
    /// Looks for tracks by their URIs and, where nothing is there any more, by their stamps. Among several files with
    /// the stamp, the one of the same name counts, so that a folder can be moved whose files are all of one size and
    /// age; without that, the track stays where it was.
    init(of known: [String: FileStamp?], in database: Database) throws {
        var lost: [FileStamp: [(uri: String, path: LocalPath)]] = [:]
        for (uri, stamp) in known {
            guard let path = FileURI.pathBytes(of: uri).map({ LocalPath(bytes: $0) }) else { continue }
            if let found = try Self.stamp(of: path, in: database) {
                if found != stamp { stamps[uri] = found }
            } else if let stamp {
                lost[stamp, default: []].append((uri, path))
            }
        }
        for (stamp, tracks) in lost {
            let found = try Self.paths(with: stamp, in: database)
            for track in tracks where !found.isEmpty && (try? LocalFile.status(of: track.path)) == nil {
                let namesakes = found.filter { $0.name == track.path.name }
                let candidates = found.count + tracks.count > 2 ? namesakes : found
                if candidates.count == 1 { moves[track.uri] = FileURI.uri(candidates[0]) }
            }
        }
    }

    private static func stamp(of path: LocalPath, in database: Database) throws -> FileStamp? {
        try database.value(
            """
            SELECT file.size, file.modified FROM file JOIN folder ON folder.id = file.folder
            WHERE folder.path = ? AND file.name = ?
            """, [Data(path.parent.bytes), Data(path.name)]
        ) { FileStamp(size: try $0.integer(), modified: try $0.integer()) }
    }

    private static func paths(with stamp: FileStamp, in database: Database) throws -> [LocalPath] {
        try database.values(
            """
            SELECT folder.path, file.name FROM file JOIN folder ON folder.id = file.folder
            WHERE file.modified = ? AND file.size = ? AND file.gone IS NULL
            """, [stamp.modified, stamp.size]
        ) { LocalPath(bytes: try $0.bytes()).appending(try $0.bytes()) }
    }
}
