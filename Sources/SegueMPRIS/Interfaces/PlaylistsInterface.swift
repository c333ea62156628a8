import SDBus
import SegueCore

/// `org.mpris.MediaPlayer2.Playlists` (mpris.md, L1 to L5). Published only by a player that keeps playlists.
enum PlaylistsInterface {
    static let model = InterfaceModel(
        name: BusNames.playlistsInterface,
        methods: [
            MethodModel("ActivatePlaylist", in: [BusArgument("PlaylistId", "o")], action: activate),
            MethodModel(
                "GetPlaylists",
                in: [
                    BusArgument("Index", "u"), BusArgument("MaxCount", "u"), BusArgument("Order", "s"),
                    BusArgument("ReverseOrder", "b"),
                ],
                out: [BusArgument("Playlists", "a(oss)")], action: page),
        ],
        properties: [
            PropertyModel("PlaylistCount", "u", .shown { .uint32(UInt32(clamping: $0.playlists.count)) }),
            PropertyModel("Orderings", constant: .strings(PlaylistOrder.allCases.map(name))),
            PropertyModel("ActivePlaylist", "(b(oss))", .shown { active($0.activePlaylist) }),
        ],
        signals: [BusSignalDefinition("PlaylistChanged", [BusArgument("Playlist", "(oss)")])])

    /// Returns the identity, name and icon of a playlist.
    static func value(of playlist: PlaylistDescription) -> BusValue {
        .structure([
            .objectPath(PlaylistPath.path(of: playlist.id)), .string(playlist.name), .string(playlist.iconURI ?? ""),
        ])
    }

    private static func active(_ playlist: PlaylistDescription?) -> BusValue {
        let none = BusValue.structure([.objectPath(PlaylistPath.none), .string(""), .string("")])
        return .structure([.boolean(playlist != nil), playlist.map(value) ?? none])
    }

    private static func name(of order: PlaylistOrder) -> String {
        switch order {
        case .alphabetical: "Alphabetical"
        case .created: "Created"
        case .modified: "Modified"
        case .played: "Played"
        }
    }

    private static func activate(
        _ arguments: MethodArguments, _ situation: Situation
    ) throws(BusError) -> MethodAction {
        guard let id = PlaylistPath.playlist(at: arguments.path(0)), let playlist = situation.snapshot.playlists[id]
        else { throw BusError(.invalidArguments, "There is no playlist \(arguments.path(0)).") }
        return .open(
            OpenRequest(
                locations: [playlist.uri], destination: .replace, play: true, playlist: id, isAwaited: true))
    }

    private static func page(_ arguments: MethodArguments, _ situation: Situation) throws(BusError) -> MethodAction {
        guard let order = PlaylistOrder.allCases.first(where: { name(of: $0) == arguments.text(2) }) else {
            let names = PlaylistOrder.allCases.map(name).joined(separator: ", ")
            throw BusError(.invalidArguments, "There is no order of this name; the orders are \(names).")
        }
        let page = situation.snapshot.playlists.page(
            from: Int(arguments.integer(0)), limit: Int(arguments.integer(1)), by: order, reversed: arguments.flag(3))
        return .reply([.array(of: "(oss)", page.map(value))])
    }
}
