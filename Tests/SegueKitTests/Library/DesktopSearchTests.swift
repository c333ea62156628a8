import EventLoop
import Foundation
import SDBus
import SegueCore
import SegueFiles
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

/// Searches from GNOME's overview and from KRunner.
@Suite struct DesktopSearchTests {
    private let folder = TemporaryFolder()
    private let buses: PeerBuses
    private let search: DesktopSearch

    init() throws {
        let wave = try folder.write("sound.wav", SampleFiles.wav(samples: 441))
        try SampleFiles.encode(wave, to: "\(wave).flac", by: "flacenc")
        let sound = Array(try Data(contentsOf: URL(fileURLWithPath: "\(wave).flac")))
        for (name, comments) in [
            ("a/1", ["TITLE=Michelle", "ARTIST=The Beatles", "ALBUM=Rubber Soul", "DATE=1965"]),
            ("a/2", ["TITLE=Girl", "ARTIST=The Beatles", "ALBUM=Rubber Soul", "DATE=1965"]),
            ("b/1", ["TITLE=Soul Man", "ARTIST=Sam & Dave"]),
            ("b/2", ["TITLE=Michelle's \"Song\"", "ARTIST=Guest", "ARTIST=Sam \"&\" Dave"]),
            ("b/3", []),
        ] { try folder.write("music/\(name).flac", SampleFiles.flac(sound, comments: comments)) }
        try folder.write("music/a/cover.png", SampleFiles.png())
        try folder.write(
            "music/c/1.flac", SampleFiles.flac(sound, comments: ["TITLE=Inside"], picture: Array(SampleFiles.png())))
        let index = "\(folder.path)/cache/library.db"
        _ = try LibraryWriter.update(
            [LocalPath(folder.path).appending("music".utf8)], articles: "the a die", in: index, now: 0)
        buses = try PeerBuses()
        // The program finds a picture in each file, and records each call.
        let finder = """
            echo >>\(folder.path)/asked
            [ -e \(folder.path)/hangs ] && exec sleep 3
            for file; do echo file:///covers/x.png; done
            """
        search = DesktopSearch(
            bus: buses.server, loop: buses.loop, index: index, pictures: ["/bin/sh", "-c", finder, "finder"])
        try search.publish()
    }

    private func call(_ member: String, _ arguments: BusValue...) throws -> [BusValue] {
        try buses.call(member, of: "org.gnome.Shell.SearchProvider2", at: BusNames.searchPath, arguments)
    }

    private func found(_ terms: String...) throws -> [String] {
        try call("GetInitialResultSet", .strings(terms)).first?.asStrings ?? []
    }

    private func metas(_ identities: [String]) throws -> [[String: String]] {
        try (call("GetResultMetas", .strings(identities)).first?.asArray ?? []).map { meta in
            (meta.asProperties ?? [:]).compactMapValues(\.asString)
        }
    }

    @Test func tracksComeBeforeTheAlbumAndTheArtist() throws {
        #expect(try metas(found("soul")).map { $0["name"] } == ["Soul Man", "Michelle", "Girl", "Rubber Soul"])
        #expect(try metas(found("beatles")).map { $0["name"] } == ["Michelle", "Girl", "The Beatles"])
        #expect(try metas(found("beat", "mich")).map { $0["name"] } == ["Michelle"])
        #expect(try found("nobody") == [])
        #expect(try found() == [])
        #expect(try found("year:19", "\"") == [])
        #expect(try call("GetSubsearchResultSet", .strings([]), .strings(["girl"])).first?.asStrings == found("girl"))
    }

    @Test func eachIdentityHasItsMeta() throws {
        let identities = try found("michelle") + ["track file:///gone.flac", "album 99", "nonsense", ""]
        let metas = try metas(identities)
        #expect(metas.map { $0["id"] } == identities)
        #expect(metas.allSatisfy { $0["name"] != nil && $0["gicon"] != nil })
        let first = try #require(metas.first)
        #expect(first["description"] == "The Beatles – Rubber Soul")
        #expect(first["gicon"] == "\(folder.path)/music/a/cover.png")
    }

    @Test("Pictures inside of files are shown, and looked for once")
    func insidePictures() throws {
        for _ in 0..<2 {
            let metas = try metas(found("inside") + found("girl"))
            #expect(metas.map { $0["gicon"] } == ["/covers/x.png", "\(folder.path)/music/a/cover.png"])
            let runner = try buses.call(
                "Match", of: "org.kde.krunner1", at: BusNames.searchPath, [.string("inside")])
            #expect(runner.first?.asArray?.first?.asStructure?[2].asString == "/covers/x.png")
        }
        #expect(try folder.text(of: "asked") == "\n")
    }

    @Test("A file on a disk that hangs has no picture, and holds up no answer for long")
    func hangingPictures() throws {
        try folder.write("hangs", [UInt8]())
        let metas = try metas(found("inside"))
        #expect(metas.map { $0["gicon"] } == ["audio-x-generic"])
    }

    @Test func aRunnerHasAnAnswerForEverything() throws {
        func match(_ query: String) throws -> [[BusValue]] {
            let rows = try buses.call(
                "Match", of: "org.kde.krunner1", at: BusNames.searchPath, [.string(query)]
            ).first?.asArray
            return (rows ?? []).compactMap(\.asStructure)
        }
        #expect(try match("michelle beat").map { $0[1] } == [.string("Michelle")])
        #expect(try match("rubber").map { $0[1] } == [.string("Michelle"), .string("Girl"), .string("Rubber Soul")])
        for query in ["", " ", "-", "year:", "x y z"] { #expect(try match(query).isEmpty, "\(query)") }
        let actions = try buses.call("Actions", of: "org.kde.krunner1", at: BusNames.searchPath)
        #expect(actions.first?.asArray?.count == 2)
    }

    @Test(arguments: [
        DesktopResult.track(uri: "file:///a%20b.flac"), .album(7), .artist("A \"B\" C"),
    ])
    func anIdentityNamesItsResult(result: DesktopResult) {
        #expect(DesktopResult(result.identity) == result)
    }

    @Test(arguments: ["", "track", "track ", "track http://x", "album x", "artist ", "other 1"])
    func otherTextsAreNoIdentity(text: String) {
        #expect(DesktopResult(text) == nil)
    }
}
