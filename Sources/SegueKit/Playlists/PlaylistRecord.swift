import SegueCore
import SegueFiles

/// The facts about a playlist that are kept between runs of the player.
struct PlaylistRecord: Sendable, Hashable {
    var id: PlaylistID
    /// The `file:` URI of the playlist.
    var uri: String
    var stamp: FoundPlaylist.Stamp
    /// The creation time of its file when first seen. Programs that save by replacing the file do not change it.
    var created: WallTime
    var lastPlayed: WallTime?

    /// Returns the records of the playlists that were found, in their order. A file keeps its identity when it is
    /// written again or moved. A new file gets an identity derived from its URI.
    static func records(of found: [FoundPlaylist], known: [PlaylistRecord]) -> [PlaylistRecord] {
        let places = Dictionary(known.map { ($0.uri, $0) }) { first, _ in first }
        let present = Set(found.map(\.uri))
        // A link is the same file too: only a file that has left its path was moved.
        let moved = Dictionary(known.filter { !present.contains($0.uri) }.map { ($0.stamp, $0) }) { first, _ in first }
        var taken: Set<PlaylistID> = []
        var records: [PlaylistRecord?] = found.map { playlist in
            guard var record = places[playlist.uri] ?? moved[playlist.stamp],
                taken.insert(record.id).inserted
            else { return nil }
            record.uri = playlist.uri
            record.stamp = playlist.stamp
            return record
        }
        for (index, playlist) in found.enumerated() where records[index] == nil {
            var id = Self.identity(of: playlist.uri, salt: 0)
            var salt: UInt8 = 0
            while !taken.insert(id).inserted {
                salt &+= 1
                id = identity(of: playlist.uri, salt: salt)
            }
            records[index] = PlaylistRecord(
                id: id, uri: playlist.uri, stamp: playlist.stamp, created: playlist.created)
        }
        return records.compactMap(\.self)
    }

    private static func identity(of uri: String, salt: UInt8) -> PlaylistID {
        PlaylistID(rawValue: FNV1a.hash(Array(uri.utf8) + (salt == 0 ? [] : [0, salt])))
    }
}
