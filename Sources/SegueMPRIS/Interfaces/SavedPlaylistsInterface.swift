import SDBus
import SegueCore

/// `io.github.segueplayer.Segue.Playlists1`: the tracks of playlists, and changes to the playlists that Segue has
/// saved. Published only by a player that keeps playlists.
enum SavedPlaylistsInterface {
    static let model = InterfaceModel(
        name: BusNames.savedPlaylistsInterface,
        methods: [
            MethodModel(
                "Tracks", in: [BusArgument("playlist", "o"), BusArgument("offset", "u"), BusArgument("limit", "u")],
                out: [BusArgument("tracks", "a(ssx)")]
            ) { arguments, situation throws(BusError) in
                guard let id = PlaylistPath.playlist(at: arguments.path(0)),
                    let playlist = situation.snapshot.playlists[id]
                else { throw BusError(.invalidArguments, "There is no playlist \(arguments.path(0)).") }
                return .playlistTracks(
                    playlist, offset: Int(arguments.integer(1)),
                    limit: min(Int(arguments.integer(2)), QueueInterface.pageLimit))
            },
            MethodModel(
                "Append", in: [BusArgument("name", "s"), BusArgument("uris", "as")],
                out: [BusArgument("leftOut", "as")]
            ) { arguments, _ throws(BusError) in
                .changePlaylist(
                    try name(arguments.text(0)), .append(try QueueInterface.locations(arguments.texts(1))))
            },
            MethodModel("RemoveTracks", in: [BusArgument("name", "s"), BusArgument("places", "au")]) {
                arguments, _ throws(BusError) in
                .changePlaylist(try name(arguments.text(0)), .removeTracks(arguments.integers(1)))
            },
            MethodModel(
                "MoveTrack", in: [BusArgument("name", "s"), BusArgument("from", "u"), BusArgument("to", "u")]
            ) { arguments, _ throws(BusError) in
                .changePlaylist(
                    try name(arguments.text(0)),
                    .moveTrack(from: Int(arguments.integer(1)), to: Int(arguments.integer(2))))
            },
            MethodModel("SaveSearch", in: [BusArgument("name", "s"), BusArgument("query", "s")]) {
                arguments, _ throws(BusError) in
                _ = try LibraryInterface.parsed(arguments.text(1))
                return .changePlaylist(try name(arguments.text(0)), .search(arguments.text(1)))
            },
            MethodModel("Rename", in: [BusArgument("name", "s"), BusArgument("to", "s")]) {
                arguments, _ throws(BusError) in
                .changePlaylist(try name(arguments.text(0)), .rename(try name(arguments.text(1))))
            },
            MethodModel("Remove", in: [BusArgument("name", "s")]) { arguments, _ throws(BusError) in
                .changePlaylist(try name(arguments.text(0)), .remove)
            },
            MethodModel("Restore", in: [BusArgument("name", "s")]) { arguments, _ throws(BusError) in
                .changePlaylist(try name(arguments.text(0)), .restore)
            },
        ],
        properties: [PropertyModel("Changeable", "a{os}", emits: .no, .shown { changeable($0.playlists) })],
        signals: [BusSignalDefinition("TracksChanged", [BusArgument("playlist", "o")])])

    /// Returns the kind of each playlist that can be changed.
    private static func changeable(_ catalog: PlaylistCatalog) -> BusValue {
        let all = catalog.page(from: 0, limit: catalog.count, by: .alphabetical, reversed: false)
        return .dictionary(
            key: "o", value: "s",
            all.compactMap { playlist in
                let kind: String? =
                    switch playlist.kind {
                    case .saved: "tracks"
                    case .search: "search"
                    case .foreign: nil
                    }
                return kind.map { BusValue.Entry(.objectPath(PlaylistPath.path(of: playlist.id)), .string($0)) }
            })
    }

    /// The largest length of a playlist's name, in bytes. A file name may have 255 bytes, including its extension and
    /// the suffix of a temporary file.
    private static let longestName = 200

    /// Validates the name of a playlist. A name that cannot be a file name is rejected rather than changed, so that the
    /// saved name always equals the requested name.
    static func name(_ name: String) throws(BusError) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
        guard name.contains(where: { !$0.isWhitespace }), isPlain, name.first != ".", name.utf8.count <= longestName
        else {
            throw BusError(
                .invalidArguments,
                "A playlist is named like a file: 1 to \(longestName) bytes, no slash or control character, "
                    + "no dot at the beginning, and not only spaces.")
        }
        return name
    }
}
