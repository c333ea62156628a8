import SDBus
import SegueClient
import SegueKit

/// A playlist that the player knows.
struct NamedPlaylist {
    /// Its path on the bus.
    var path: String
    var name: String

    fileprivate init?(_ value: BusValue) {
        guard let members = value.asStructure, members.count == 3, let path = members[0].asObjectPath,
            let name = members[1].asString
        else { return nil }
        self.path = path
        self.name = name
    }
}

extension PlayerClient {
    /// All playlists, by their names.
    func playlists() throws -> [NamedPlaylist] {
        let reply = try call(
            "GetPlaylists", on: .playlists, [.uint32(0), .uint32(.max), .string("Alphabetical"), .boolean(false)])
        return (reply.first?.asArray ?? []).compactMap(NamedPlaylist.init)
    }

    /// The playlist of this name: letter by letter, or else in other letters of the same words, if it is the only one.
    func playlist(named name: String) throws -> NamedPlaylist? {
        let all = try playlists()
        if let exact = all.first(where: { $0.name == name }) { return exact }
        let wanted = TextFold.fold(name)
        let similar = all.filter { TextFold.fold($0.name) == wanted }
        return similar.count == 1 ? similar[0] : nil
    }

    /// As `playlist(named:)`. Throws `CommandFailure` when there is none.
    func knownPlaylist(named name: String) throws -> NamedPlaylist {
        guard let playlist = try playlist(named: name) else {
            throw CommandFailure.missing(name, "playlist")
        }
        return playlist
    }

    /// Plays it in the place of what is in the queue. Returns when it is in the queue.
    func play(_ playlist: NamedPlaylist) throws {
        try call("ActivatePlaylist", on: .playlists, [.objectPath(playlist.path)], timeout: Self.scanTimeout)
    }
}
