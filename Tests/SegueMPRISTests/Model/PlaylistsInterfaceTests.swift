import SDBus
import SegueTestSupport
import Testing

@testable import SegueCore
@testable import SegueMPRIS

@Suite struct PlaylistsInterfaceTests {
    private let model = PlaylistsInterface.model

    /// Three playlists in alphabetical order: the first created last, the second changed last, the third played last.
    private static let catalog = PlaylistCatalog(
        [("Evening", 30, 10, nil), ("Morning", 20, 30, 10), ("Night", 10, 20, 20)].enumerated().map { index, dates in
            let (name, created, modified, played) = dates
            var playlist = makePlaylist(UInt64(index + 1), name, icon: name == "Night" ? "file:///n.png" : nil)
            playlist.created = WallTime(nanoseconds: Int64(created))
            playlist.modified = WallTime(nanoseconds: Int64(modified))
            playlist.lastPlayed = played.map { WallTime(nanoseconds: Int64($0)) }
            playlist.kind = [.saved, .foreign, .search][index]
            return playlist
        })

    private let snapshot = Snapshot.playing { $0.playlists = Self.catalog }

    private static func value(_ id: UInt64, _ name: String, _ icon: String = "") -> BusValue {
        .structure([
            .objectPath("/io/github/segueplayer/Segue/Playlist/000000000000000\(id)"), .string(name), .string(icon),
        ])
    }

    private static func active(_ value: BusValue?) -> BusValue {
        .structure([
            .boolean(value != nil), value ?? .structure([.objectPath("/"), .string(""), .string("")]),
        ])
    }

    // MARK: - Identities

    @Test func aPathNamesOnePlaylist() {
        for number in [0, 1, 0xAB, UInt64.max] {
            let path = PlaylistPath.path(of: PlaylistID(rawValue: number))
            #expect(ObjectPath.isValid(path))
            #expect(PlaylistPath.playlist(at: path)?.rawValue == number)
        }
        let prefix = "/io/github/segueplayer/Segue/Playlist/"
        for path in ["/", prefix, prefix + "1", prefix + "00000000000000AB", prefix + "+000000000000001", path(1)] {
            #expect(PlaylistPath.playlist(at: path) == nil, "\(path)")
        }
    }

    // MARK: - GetPlaylists

    @Test(arguments: [
        (0, 10, "Alphabetical", false, ["Evening", "Morning", "Night"]),
        (0, 10, "Alphabetical", true, ["Night", "Morning", "Evening"]),
        (0, 10, "Created", false, ["Night", "Morning", "Evening"]),
        (0, 10, "Modified", false, ["Evening", "Night", "Morning"]),
        (0, 10, "Played", false, ["Evening", "Morning", "Night"]),
        (0, 10, "Played", true, ["Night", "Morning", "Evening"]),
        (1, 1, "Created", false, ["Morning"]), (1, 1, "Created", true, ["Morning"]),
        (0, 1, "Modified", true, ["Morning"]), (2, 10, "Alphabetical", false, ["Night"]),
        (0, 0, "Alphabetical", false, []), (3, 1, "Alphabetical", false, []),
        (UInt32.max, UInt32.max, "Played", true, []),
    ])
    func aPageIsCountedInTheOrder(start: UInt32, limit: UInt32, order: String, isReversed: Bool, names: [String]) throws
    {
        let action = try model.action(
            "GetPlaylists", [.uint32(start), .uint32(limit), .string(order), .boolean(isReversed)], in: snapshot)
        let values = names.map { name in
            Self.value(["Evening": 1, "Morning": 2][name] ?? 3, name, name == "Night" ? "file:///n.png" : "")
        }
        #expect(action == .reply([.array(of: "(oss)", values)]))
    }

    @Test(arguments: ["", "UserDefined", "User", "alphabetical"]) func anUnknownOrderIsRefused(order: String) {
        let name = errorName {
            _ = try model.action(
                "GetPlaylists", [.uint32(0), .uint32(1), .string(order), .boolean(false)], in: snapshot)
        }
        #expect(name == BusError.Name.invalidArguments.rawValue)
    }

    @Test func everyOrderThatIsOfferedIsTaken() throws {
        let orders = try #require(try model.announced("Orderings", in: snapshot)?.asStrings)
        #expect(orders == ["Alphabetical", "Created", "Modified", "Played"])
        for order in orders {
            _ = try model.action(
                "GetPlaylists", [.uint32(0), .uint32(1), .string(order), .boolean(false)], in: snapshot)
        }
    }

    // MARK: - ActivatePlaylist

    @Test func aPlaylistReplacesTheQueueAndPlays() throws {
        let id = PlaylistID(rawValue: 2)
        let action = try model.action(
            "ActivatePlaylist", [.objectPath(PlaylistPath.path(of: id))], in: snapshot)
        let request = OpenRequest(
            locations: ["file:///music/2.m3u"], destination: .replace, play: true, playlist: id, isAwaited: true)
        #expect(action == .open(request))
    }

    @Test(arguments: ["/", PlaylistPath.path(of: PlaylistID(rawValue: 9)), path(1), TrackPath.none])
    func anUnknownPlaylistIsRefused(path: String) {
        let name = errorName { _ = try model.action("ActivatePlaylist", [.objectPath(path)], in: snapshot) }
        #expect(name == BusError.Name.invalidArguments.rawValue)
    }

    @Test func theCallerHearsWhatKeptItFromPlaying() throws {
        let served = try ServedPlayer()
        served.player.snapshot = snapshot
        served.player.opened = .failure(.fileLoadFailed(path: "/music/1.m3u", reason: "the playlist has no entries"))
        let name = errorName {
            _ = try served.callAndAnswer(
                "ActivatePlaylist", of: BusNames.playlistsInterface,
                [.objectPath(PlaylistPath.path(of: PlaylistID(rawValue: 1)))])
        }
        #expect(name?.hasSuffix("FileLoadFailed") == true)
        #expect(served.player.requests.map(\.playlist) == [PlaylistID(rawValue: 1)])
    }

    // MARK: - Properties

    @Test func whatIsActiveHasItsIdentityNameAndIcon() throws {
        #expect(try model.announced("ActivePlaylist", in: snapshot) == Self.active(nil))
        #expect(try model.announced("ActivePlaylist", in: snapshot)?.signature == "(b(oss))")
        let active = Snapshot.playing {
            $0.playlists = Self.catalog
            $0.activePlaylist = Self.catalog[PlaylistID(rawValue: 3)]
        }
        #expect(
            try model.announced("ActivePlaylist", in: active)
                == Self.active(Self.value(3, "Night", "file:///n.png")))
        #expect(try model.announced("PlaylistCount", in: active) == .uint32(3))
        #expect(try model.announced("PlaylistCount", in: .playing()) == .uint32(0))
    }

    // MARK: - Announcements

    private func announced(_ old: Snapshot, _ change: (inout Snapshot) -> Void) -> [Announcement] {
        var new = old
        change(&new)
        return announce(old, new, effects: [])
    }

    private func edited(_ change: (inout [PlaylistDescription]) -> Void) -> PlaylistCatalog {
        var playlists = Array(Self.catalog.page(from: 0, limit: 3, by: .alphabetical, reversed: false))
        change(&playlists)
        return PlaylistCatalog(playlists)
    }

    private func properties(_ name: String, _ value: BusValue) -> Announcement {
        .properties(
            interface: BusNames.playlistsInterface, path: BusNames.standardPath, [NamedValue(name: name, value: value)])
    }

    private func changed(_ value: BusValue) -> Announcement {
        .signal("PlaylistChanged", interface: BusNames.playlistsInterface, path: BusNames.standardPath, [value])
    }

    @Test func oneThatIsRewrittenIsNamed() throws {
        let first = try #require(Self.catalog.page(from: 0, limit: 1, by: .alphabetical, reversed: false).first)
        #expect(
            announced(snapshot) { $0.playlists = edited { $0[0].modified = WallTime(nanoseconds: 99) } } == [
                .signal(
                    "TracksChanged", interface: BusNames.savedPlaylistsInterface, path: BusNames.ownPath,
                    [.objectPath(PlaylistPath.path(of: first.id))])
            ])
    }

    @Test func onesThatComeAndGoAreCounted() {
        #expect(announced(.playing()) { $0.playlists = Self.catalog } == [properties("PlaylistCount", .uint32(3))])
        #expect(
            announced(snapshot) { $0.playlists = edited { $0.removeLast() } }
                == [properties("PlaylistCount", .uint32(2))])
        #expect(announced(snapshot) { $0.playlists = edited { _ in } } == [])
    }

    @Test func anotherNameAndAnotherIconAreTold() {
        #expect(
            announced(snapshot) { $0.playlists = edited { $0[0].name = "Dusk" } } == [changed(Self.value(1, "Dusk"))])
        #expect(
            announced(snapshot) { $0.playlists = edited { $0[2].iconURI = nil } } == [changed(Self.value(3, "Night"))])
    }

    @Test func datesAreNotTold() {
        let new = edited { $0[0].lastPlayed = WallTime(nanoseconds: 99) }
        #expect(announced(snapshot) { $0.playlists = new } == [])
    }

    @Test func theActiveOneIsAnnouncedAlsoWhenItIsRenamed() {
        let active = announced(snapshot) { $0.activePlaylist = Self.catalog[PlaylistID(rawValue: 1)] }
        #expect(active == [properties("ActivePlaylist", Self.active(Self.value(1, "Evening")))])
        let old = Snapshot.playing {
            $0.playlists = Self.catalog
            $0.activePlaylist = Self.catalog[PlaylistID(rawValue: 1)]
        }
        let renamed = announced(old) {
            $0.playlists = edited { $0[0].name = "Dusk" }
            $0.activePlaylist = $0.playlists[PlaylistID(rawValue: 1)]
        }
        let value = Self.value(1, "Dusk")
        #expect(renamed == [properties("ActivePlaylist", Self.active(value)), changed(value)])
    }

    // MARK: - Presence

    @Test func aPlayerWithoutPlaylistsHasNoSuchInterface() throws {
        let served = try ServedPlayer(keepsPlaylists: false)
        #expect(try !served.introspect(BusNames.standardPath).contains(BusNames.playlistsInterface))
        let saving = errorName {
            _ = try served.call("Save", of: BusNames.queueInterface, [.string("Evening"), .boolean(false)])
        }
        #expect(saving == BusError.Name.notSupported.rawValue)
    }

    @Test func aClientReadsAndHearsOfThem() throws {
        let served = try ServedPlayer()
        served.player.change { $0.playlists = Self.catalog }
        #expect(try served.get("PlaylistCount", of: BusNames.playlistsInterface) == .uint32(3))
        #expect(served.signals.map(\.member) == ["PropertiesChanged"])
        let page = try served.call(
            "GetPlaylists", of: BusNames.playlistsInterface,
            [.uint32(1), .uint32(1), .string("Alphabetical"), .boolean(false)])
        #expect(page == [.array(of: "(oss)", [Self.value(2, "Morning")])])
        served.player.change { $0.playlists = edited { $0[0].name = "Dusk" } }
        #expect(try served.get("ActivePlaylist", of: BusNames.playlistsInterface) == Self.active(nil))
        #expect(served.signals.last?.member == "PlaylistChanged")
        #expect(served.signals.last?.arguments == [Self.value(1, "Dusk")])
    }

    // MARK: - Saving

    @Test func theQueueIsSavedUnderItsName() throws {
        let served = try ServedPlayer()
        let save = {
            try served.callAndAnswer("Save", of: BusNames.queueInterface, [.string("Für Elise"), .boolean($0)])
        }
        #expect(try save(false) == [.string("file:///Evening.xspf")])
        _ = try save(true)
        #expect(served.player.saves == ["Für Elise", "Für Elise, replacing"])
    }

    @Test(arguments: [
        (PlaylistSaveError.exists(path: "/a"), "org.freedesktop.DBus.Error.FileExists"),
        (.foreign(name: "a"), "org.freedesktop.DBus.Error.FileNotFound"),
        (.noSuchTrack(name: "a"), "org.freedesktop.DBus.Error.InvalidArgs"),
        (.tooLong, "org.freedesktop.DBus.Error.LimitsExceeded"),
        (
            .notWritten(path: "/a", reason: "No space left on device"),
            "\(BusNames.applicationID).Error.PlaylistNotSaved"
        ),
    ])
    func whyItWasNotSavedIsSaid(error: PlaylistSaveError, name: String) {
        #expect(BusError(error).name == name)
        #expect(BusError(error).message.hasSuffix("."))
    }

    @Test(arguments: ["", " ", ".", ".hidden", "a/b", "a\u{0}b", "a\nb", String(repeating: "x", count: 201)])
    func whatIsNoFileNameIsRefused(name: String) {
        let refusal = errorName {
            _ = try QueueInterface.model.action("Save", [.string(name), .boolean(true)], in: .playing())
        }
        #expect(refusal == BusError.Name.invalidArguments.rawValue)
    }

    @Test func whatCanBeChangedIsShown() throws {
        let served = try ServedPlayer()
        served.player.change { $0.playlists = Self.catalog }
        let value = try served.get("Changeable", of: BusNames.savedPlaylistsInterface)
        let paths = [1, 3].map { PlaylistPath.path(of: PlaylistID(rawValue: $0)) }
        #expect(value.asTextsByPath == [paths[0]: "tracks", paths[1]: "search"])
    }

    @Test func tracksAreReadInPagesAndChangesNameTheirPlaylist() throws {
        let served = try ServedPlayer()
        served.player.change { $0.playlists = Self.catalog }
        let interface = BusNames.savedPlaylistsInterface
        let path = BusValue.objectPath(PlaylistPath.path(of: PlaylistID(rawValue: 2)))
        #expect(
            try served.callAndAnswer("Tracks", of: interface, [path, .uint32(3), .uint32(9999)])
                == [
                    .array(
                        of: "(ssx)",
                        [.structure([.string("/Morning.flac"), .string("3..<253"), .int64(183_000_000)])])
                ])
        #expect(
            try served.callAndAnswer("Append", of: interface, [.string("x"), .strings(["/a"])])
                == [.strings([AudioPlayerError.fileNotFound(path: "/gone").description])])
        #expect(try served.callAndAnswer("Rename", of: interface, [.string("x"), .string("y")]) == [])
        #expect(try served.callAndAnswer("Remove", of: interface, [.string("y")]) == [])
        #expect(try served.callAndAnswer("Restore", of: interface, [.string("y")]) == [])
        #expect(
            try served.callAndAnswer("SaveSearch", of: interface, [.string("z"), .string("year:1990")]) == [])
        let places = BusValue.array(of: "u", [.uint32(0), .uint32(7)])
        #expect(try served.callAndAnswer("RemoveTracks", of: interface, [.string("x"), places]) == [])
        #expect(
            try served.callAndAnswer("MoveTrack", of: interface, [.string("x"), .uint32(4), .uint32(1)]) == [])
        #expect(
            served.player.saves == [
                "x: append([\"/a\"])", "x: rename(\"y\")", "y: remove", "y: restore", "z: search(\"year:1990\")",
                "x: removeTracks([0, 7])", "x: moveTrack(from: 4, to: 1)",
            ])
        let invalid = BusError.Name.invalidArguments.rawValue
        for (member, arguments) in [
            ("SaveSearch", [BusValue.string("z"), .string("year:x")]), ("SaveSearch", [.string("a/b"), .string("x")]),
            ("Remove", [.string("../x")]), ("RemoveTracks", [.string("a/b"), places]),
            ("MoveTrack", [.string(""), .uint32(0), .uint32(0)]), ("Restore", [.string("a/b")]),
            ("Rename", [.string("x"), .string("")]),
            ("Append", [.string("x"), .strings([])]), ("Tracks", [.objectPath("/"), .uint32(0), .uint32(1)]),
        ] {
            #expect(errorName { _ = try served.call(member, of: interface, arguments) } == invalid, "\(member)")
        }
        let nothing = errorMessage {
            _ = try served.call("Append", of: interface, [.string("x"), .strings([])])
        }
        #expect(nothing == "There is nothing to add: no location is given.")
    }

    @Test func anEmptyQueueIsNotSaved() {
        let refusal = errorName {
            _ = try QueueInterface.model.action("Save", [.string("a"), .boolean(true)], in: .empty)
        }
        #expect(refusal?.hasSuffix("NothingToDo") == true)
    }
}
