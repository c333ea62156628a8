import SegueCore
import Testing

/// The playlists as a client pages through them (MPRIS 2.2, Playlists interface).
@Suite struct PlaylistCatalogTests {
    private static func playlist(
        _ id: UInt64, _ name: String, created: Int64, modified: Int64, played: Int64? = nil
    ) -> PlaylistDescription {
        PlaylistDescription(
            id: PlaylistID(rawValue: id), uri: "file:///\(name).m3u", name: name,
            created: WallTime(nanoseconds: created),
            modified: WallTime(nanoseconds: modified), lastPlayed: played.map { WallTime(nanoseconds: $0) })
    }

    private let catalog = PlaylistCatalog([
        playlist(1, "Ebb", created: 30, modified: 5, played: 7),
        playlist(2, "Flow", created: 10, modified: 5),
        playlist(3, "Tide", created: 20, modified: 1, played: 3),
    ])

    @Test(
        "Each order, and its reverse; equal dates go by name",
        arguments: [
            (.alphabetical, [1, 2, 3]), (.created, [2, 3, 1]), (.modified, [3, 1, 2]), (.played, [2, 3, 1]),
        ] as [(PlaylistOrder, [UInt64])])
    func orders(order: PlaylistOrder, expected: [UInt64]) {
        func ids(_ reversed: Bool) -> [UInt64] {
            catalog.page(from: 0, limit: 100, by: order, reversed: reversed).map(\.id.rawValue)
        }
        #expect(ids(false) == expected)
        #expect(ids(true) == expected.reversed())
    }

    @Test func aPageIsClippedToWhatThereIs() {
        func names(from start: Int, limit: Int) -> [String] {
            catalog.page(from: start, limit: limit, by: .alphabetical, reversed: false).map(\.name)
        }
        #expect(names(from: 1, limit: 1) == ["Flow"])
        #expect(names(from: 2, limit: 9) == ["Tide"])
        #expect(names(from: 3, limit: 1).isEmpty)
        #expect(names(from: -1, limit: 1) == ["Ebb"])
        #expect(names(from: 0, limit: -1).isEmpty)
    }

    @Test func aRenameAndAnotherPictureAreTold() {
        #expect(catalog.count == 3)
        #expect(catalog[PlaylistID(rawValue: 2)]?.name == "Flow")
        #expect(catalog[PlaylistID(rawValue: 9)] == nil)
        #expect(catalog.renamed(since: catalog).isEmpty)
        var pictured = Self.playlist(3, "Tide", created: 20, modified: 1)
        pictured.iconURI = "file:///tide.png"
        let later = PlaylistCatalog([
            Self.playlist(4, "Drift", created: 40, modified: 40), Self.playlist(2, "Stream", created: 10, modified: 9),
            pictured,
        ])
        #expect(later.renamed(since: catalog).map(\.name) == ["Stream", "Tide"], "a new one is not renamed")
        #expect(Set([catalog, later, catalog]).count == 2)
        #expect(later.rewritten(since: catalog).map(\.name) == ["Stream"])
        #expect(catalog.rewritten(since: catalog).isEmpty)
    }
}
