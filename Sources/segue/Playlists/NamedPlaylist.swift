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

    /// Returns the kind of each playlist that can be changed, by its path: `tracks` or `search`.
    func playlistKinds() throws -> [String: String] {
        try property("Changeable", of: .savedPlaylists).asTextsByPath ?? [:]
    }

    /// Returns the playlists that can be changed, in alphabetical order.
    func changeablePlaylists() throws -> [NamedPlaylist] {
        let kinds = try playlistKinds()
        return try playlists().filter { kinds[$0.path] != nil }
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

    /// Returns the location of each track of the playlist, and its title; nil if the file has none.
    func tracks(of playlist: NamedPlaylist) throws -> [(location: String, title: String?)] {
        var all: [(location: String, title: String?)] = []
        while true {
            let reply = try call(
                "Tracks", on: .savedPlaylists,
                [.objectPath(playlist.path), .uint32(UInt32(clamping: all.count)), .uint32(.max)],
                timeout: Self.scanTimeout)
            let page = (reply.first?.asArray ?? []).compactMap { $0.asStructure?.compactMap(\.asString) }
                .filter { $0.count == 2 }
            guard !page.isEmpty else { return all }
            all += page.map { ($0[0], $0[1].isEmpty ? nil : $0[1]) }
        }
    }

    /// Returns the playlist with the name of a missing file. Does not start a player to look for the playlist.
    ///
    /// If no player is running, throws `failure`, the error of the file. If there is no such playlist either, throws a
    /// failure that names both kinds.
    static func playlist(
        insteadOf name: String, _ failure: CommandFailure
    ) throws -> (client: PlayerClient, playlist: NamedPlaylist) {
        guard let client = try? connect() else { throw failure }
        guard let playlist = try? client.playlist(named: name) else {
            guard failure == .missing(name, "file") else { throw failure }
            throw CommandFailure.missing(name, "file or playlist")
        }
        return (client, playlist)
    }

    /// Replaces the queue with the playlist and plays it. Returns once its tracks are in the queue.
    func play(_ playlist: NamedPlaylist) throws {
        try call("ActivatePlaylist", on: .playlists, [.objectPath(playlist.path)], timeout: Self.scanTimeout)
    }
}
