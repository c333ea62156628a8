import SegueCore
import SegueTestSupport
import Testing

/// The playlist that provides the content of the queue.
@Suite struct PlaylistTests {
    private static let evening = PlaylistDescription(
        id: PlaylistID(rawValue: 7), uri: "file:///evening.m3u", name: "Evening", created: WallTime(nanoseconds: 0),
        modified: WallTime(nanoseconds: 0))

    private let entries = ["a", "b"].map { NewEntry(uri: "file:///\($0)") }

    /// Returns a player that plays the playlist.
    private func active() -> PlayerHarness {
        var player = PlayerHarness()
        player.handle(.playlistsFound(PlaylistCatalog([Self.evening])))
        player.command(.edit(.replace(entries, play: true, playlist: Self.evening.id)))
        player.load()
        return player
    }

    @Test func theQueueComesFromThePlaylistThatReplacedIt() {
        let player = active()
        #expect(player.snapshot.activePlaylist == Self.evening)
        #expect(player.snapshot.playlists.count == 1)
        #expect(player.events.filter { $0.kind == "playlistStarted" } == [.playlistStarted(Self.evening)])
        #expect(player.snapshot.status == .playing)
    }

    @Test func editsLeaveItTheSamePlaylist() {
        var player = active()
        player.command(.edit(.insert(entries, at: .last, play: false)))
        player.command(.edit(.remove([player.snapshot.track?.id ?? EntryID(rawValue: 0)])))
        player.command(.setShuffle(true))
        player.command(.stop)
        #expect(player.snapshot.activePlaylist == Self.evening)
    }

    @Test(arguments: [
        "replaced", "cleared", "emptied", "replaced by nothing",
    ]) func anotherQueueIsNoPlaylist(how: String) {
        var player = active()
        let ids = player.player.queue.entries(in: 0..<2).map(\.id)
        switch how {
        case "replaced": player.command(.edit(.replace(entries, play: false)))
        case "cleared": player.command(.edit(.clear))
        case "emptied": player.command(.edit(.remove(ids)))
        default: player.command(.edit(.replace([], play: false, playlist: Self.evening.id)))
        }
        #expect(player.snapshot.activePlaylist == nil)
    }

    @Test func aPlaylistWhoseFileIsAwayIsNotShownAndComesBack() {
        var player = active()
        player.handle(.playlistsFound(PlaylistCatalog()))
        #expect(player.snapshot.activePlaylist == nil)
        var renamed = Self.evening
        renamed.name = "Dusk"
        player.handle(.playlistsFound(PlaylistCatalog([renamed])))
        #expect(player.snapshot.activePlaylist == renamed)
        #expect(player.snapshot.status == .playing)
    }

    @Test func oneThatNobodyKnowsIsJustAQueue() {
        var player = PlayerHarness()
        player.command(.edit(.replace(entries, play: true, playlist: PlaylistID(rawValue: 1))))
        #expect(player.snapshot.activePlaylist == nil)
        #expect(!player.events.contains { $0.kind == "playlistStarted" })
        #expect(player.queueNames == ["a", "b"])
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_732_209_317, "2024-11-21T17:15:17Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-6_106_060_800, "1776-07-04T00:00:00Z"), (7_258_118_399, "2199-12-31T23:59:59Z"),
    ])
    func aMomentIsWrittenInISO8601(seconds: Int64, text: String) {
        #expect(WallTime(nanoseconds: seconds * 1_000_000_000).text == text)
    }
}
