import SDBus
import SegueClient
import SegueKit

/// A playlist known to the player.
struct NamedPlaylist {
    /// The object path of the playlist.
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
    /// Returns all playlists in alphabetical order.
    func playlists() throws -> [NamedPlaylist] {
        let reply = try call(
            "GetPlaylists", on: .playlists, [.uint32(0), .uint32(.max), .string("Alphabetical"), .boolean(false)])
        return (reply.first?.asArray ?? []).compactMap(NamedPlaylist.init)
    }

    /// Returns the playlist of this name. An exact match takes precedence; otherwise returns the only playlist whose
    /// folded name matches.
    func playlist(named name: String) throws -> NamedPlaylist? {
        let all = try playlists()
        if let exact = all.first(where: { $0.name == name }) { return exact }
        let wanted = TextFold.fold(name)
        let similar = all.filter { TextFold.fold($0.name) == wanted }
        return similar.count == 1 ? similar[0] : nil
    }

    /// Returns a playlist like `playlist(named:)`. Throws `CommandFailure` if there is none.
    func knownPlaylist(named name: String) throws -> NamedPlaylist {
        guard let playlist = try playlist(named: name) else {
            throw CommandFailure.missing(name, "playlist")
        }
        return playlist
    }

    /// Replaces the queue with the playlist and plays it. Returns once its tracks are in the queue.
    func play(_ playlist: NamedPlaylist) throws {
        try call("ActivatePlaylist", on: .playlists, [.objectPath(playlist.path)], timeout: Self.scanTimeout)
    }
}
