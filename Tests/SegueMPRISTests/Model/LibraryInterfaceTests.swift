import SDBus
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueMPRIS

/// `io.github.segueplayer.Segue.Library1`.
@Suite struct LibraryInterfaceTests {
    private let interface = BusNames.libraryInterface
    private static let page: [BusValue] = [.string("artist:x y"), .uint32(3), .uint32(9999)]

    @Test func tracksHaveTheKeysOfMetadata() throws {
        let served = try ServedPlayer()
        var metadata = TrackMetadata()
        metadata.title = "One"
        metadata.artists = ["A", "B"]
        metadata.trackNumber = 4
        metadata.duration = MediaTime(microseconds: 5_000_000)
        served.player.rows = .tracks([LibraryItem(uri: "file:///a%20b.flac", metadata: metadata)])
        let answer = try served.callAndAnswer("Search", of: interface, Self.page)
        let expected: [String: BusValue] = [
            "xesam:title": .string("One"), "xesam:artist": .strings(["A", "B"]), "xesam:trackNumber": .int32(4),
            "mpris:length": .int64(5_000_000), "xesam:url": .string("file:///a%20b.flac"),
        ]
        #expect(answer == [.array(of: "a{sv}", [.properties(expected)])])
        let request = try LibraryRequest(.tracks, LibraryQuery("artist:x y"), offset: 3, limit: 500)
        #expect(served.player.libraryRequests == [request])
    }

    @Test func albumsAndNamesAreRows() throws {
        let served = try ServedPlayer()
        served.player.rows = .albums([
            LibraryAlbum(id: 7, title: "T", artists: [], year: nil, count: 2, uri: "file:///x", artURI: "file:///x.png")
        ])
        let albums = try served.callAndAnswer("Albums", of: interface, Self.page)
        #expect(
            albums == [
                .array(
                    of: "(xsasiuss)",
                    [
                        .structure([
                            .int64(7), .string("T"), .strings([]), .int32(0), .uint32(2), .string("file:///x"),
                            .string("file:///x.png"),
                        ])
                    ])
            ])
        served.player.rows = .names([LibraryName(name: "N", count: 3)])
        let row = BusValue.structure([.string("N"), .uint32(3), .string("")])
        for member in ["Artists", "Genres"] {
            #expect(
                try served.callAndAnswer(member, of: interface, Self.page) == [.array(of: "(sus)", [row])], "\(member)")
        }
        served.player.rows = .names([LibraryName(name: "N", count: 3, uri: "file:///N")])
        let folders = try served.callAndAnswer(
            "Folders", of: interface, [.string("file:///"), .uint32(1), .uint32(2)])
        #expect(
            folders == [.array(of: "(sus)", [.structure([.string("N"), .uint32(3), .string("file:///N")])])])
        #expect(served.player.libraryRequests.last == LibraryRequest(.folders(in: "file:///"), offset: 1, limit: 2))
    }

    @Test func picturesAreAnsweredInTheOrderOfTheFiles() throws {
        let served = try ServedPlayer()
        let files = ["file:///b.flac", "file:///a.flac"]
        #expect(
            try served.callAndAnswer("Covers", of: interface, [.strings(files)]) == [.strings(["", "file:///a.png"])])
        let many = [String](repeating: "file:///a.flac", count: 51)
        let message = errorMessage { _ = try served.call("Covers", of: interface, [.strings(many)]) }
        #expect(message == "Covers takes at most 50 files at once, not 51.")
    }

    @Test func detailsHaveTheTagsAndWhatWasMeasured() throws {
        let served = try ServedPlayer()
        let uri = "file:///a.flac"
        func details() throws -> [BusValue] { try served.callAndAnswer("Details", of: interface, [.string(uri)]) }
        #expect(try details() == [.properties([:])])
        #expect(served.player.libraryRequests == [LibraryRequest(.track(at: uri), limit: 1)])
        var metadata = TrackMetadata()
        metadata.title = "One"
        metadata.format = "FLAC"
        served.player.rows = .tracks([LibraryItem(uri: uri, metadata: metadata)])
        let (curve, silence) = (LoudnessCurve([-20, -20]), PeakCurve(linear: [0, 0]))
        served.player.measurement = TrackFacts.Measurement(
            seconds: 1, loudness: -14.5, range: 5, peak: 1, firstSound: 0, lastSound: 1, momentary: curve,
            low: silence, middle: silence, high: silence, channels: 2)
        let expected: [String: BusValue] = [
            "xesam:title": .string("One"), "xesam:url": .string(uri), "format": .string("FLAC"),
            "channels": .uint32(2), "loudness": .double(-14.5), "loudnessRange": .double(5), "truePeak": .double(0),
        ]
        #expect(try details() == [.properties(expected)])
        served.player.rows = nil
        #expect(errorMessage { _ = try details() } == "It can't be read.")
    }

    @Test func playsOfOtherPlayersAreAdded() throws {
        let served = try ServedPlayer()
        func row(_ uri: String, _ plays: Int64, _ time: Int64, _ rating: Double) -> BusValue {
            .structure([.string(uri), .int64(plays), .int64(time), .double(rating)])
        }
        let taken = [row("file:///a.flac", 3, 1000, 0.8), row("file:///b.flac", 0, 0, -1)]
        #expect(try served.callAndAnswer("MergePlays", of: interface, [.array(of: "(sxxd)", taken)]) == [])
        func refusal(of rows: [BusValue]) -> String? {
            errorMessage { _ = try served.call("MergePlays", of: interface, [.array(of: "(sxxd)", rows)]) }
        }
        #expect(
            served.player.merged == [
                PlaysOfTrack(uri: "file:///a.flac", plays: 3, lastPlayed: 1000, rating: 0.8),
                PlaysOfTrack(uri: "file:///b.flac", plays: 0),
            ])
        for wrong in [
            row("a", 1, 1, 1), row("file:///a", -1, 0, 0), row("file:///a", .max, 0, 0), row("file:///a", 0, -1, 0),
            row("file:///a", 0, .max, 0), row("file:///a", 0, 0, 1.5), row("file:///a", 0, 0, .nan),
            row("file:///a", 0, 0, .infinity),
        ] {
            #expect(refusal(of: [wrong]) != nil, "\(wrong)")
        }
        let many = [BusValue](repeating: row("file:///a", 1, 0, 0), count: 501)
        #expect(refusal(of: many) == "MergePlays takes at most 500 tracks at once, not 501.")
        #expect(served.player.merged.count == 2)
    }

    @Test func anIndexThatCannotBeReadIsAnError() throws {
        let served = try ServedPlayer()
        served.player.rows = nil
        let message = errorMessage { _ = try served.callAndAnswer("Search", of: interface, Self.page) }
        #expect(message == "It can't be read.")
    }

    @Test func aMistakeInAQueryIsNamed() throws {
        let served = try ServedPlayer()
        for (member, rest) in [
            ("Search", [BusValue.uint32(0), .uint32(1)]), ("Albums", [.uint32(0), .uint32(1)]), ("Play", []),
            ("Add", [.string("last"), .objectPath("/"), .boolean(false)]),
        ] {
            let arguments = [BusValue.string("a year:x")] + rest
            let message = errorMessage { _ = try served.call(member, of: interface, arguments) }
            #expect(message?.contains("“x” is not valid for “year:”") == true, "\(member): \(message ?? "none")")
        }
        #expect(served.player.libraryRequests.isEmpty)
    }

    @Test func whatIsFoundIsOpened() throws {
        let served = try ServedPlayer()
        _ = try served.callAndAnswer("Play", of: interface, [.string("x")])
        _ = try served.callAndAnswer(
            "Add", of: interface, [.string("y"), .string("next"), .objectPath("/"), .boolean(true)])
        #expect(
            served.player.requests == [
                OpenRequest(locations: ["file:///a.flac"], destination: .replace, play: true, isAwaited: true),
                OpenRequest(
                    locations: ["file:///a.flac"], destination: .insert(at: .next), play: true, isAwaited: true),
            ])
        served.player.found = []
        let message = errorMessage { _ = try served.call("Play", of: interface, [.string("x")]) }
        #expect(message == "Nothing was found.")
    }

    @Test func readingAndChangesAreAnnounced() throws {
        let served = try ServedPlayer()
        served.player.libraryState.reading = 12
        #expect(try served.get("Reading", of: interface) == .boolean(true))
        served.service.announce(served.player.libraryState)
        served.player.libraryState.reading = nil
        served.player.libraryState.tracks = 12
        served.service.announce(served.player.libraryState)
        #expect(try served.get("Tracks", of: interface) == .uint32(12))
        #expect(try served.get("Reading", of: interface) == .boolean(false))
        #expect(served.signals.suffix(2).map(\.member) == ["Progress", "Changed"])
        #expect(served.signals.suffix(2).allSatisfy { $0.arguments == [.uint32(12)] })
    }
}
