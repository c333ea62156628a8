import SegueCore
import SegueFiles

/// What is remembered of a playlist from one life of the player to the next.
struct PlaylistRecord: Sendable, Hashable {
    var id: PlaylistID
    /// The `file:` URI of the playlist.
    var uri: String
    var stamp: FoundPlaylist.Stamp
    /// When its file was first seen to be made: programs that save by putting a new file in the old one's place do not
    /// make it younger.
    var created: WallTime
    var lastPlayed: WallTime?

    /// The records of what was found, in its order. A file keeps its identity when it is written again and when it is
    /// moved; a new one gets an identity that is made of its URI.
    static func records(of found: [FoundPlaylist], known: [PlaylistRecord]) -> [PlaylistRecord] {
        let places = Dictionary(known.map { ($0.uri, $0) }) { first, _ in first }
        let present = Set(found.map(\.uri))
        // A link is the same file too: only one that has gone from its place was moved.
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
