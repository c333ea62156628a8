import Foundation
import SDBus
import SegueTestSupport
import Testing

/// Tracks of cue sheets, and chapters (design.md, Excerpts).
extension EndToEnd {
    @Suite struct Sheets {
        private static let sheet = """
            TITLE "Album"
            PERFORMER "Band"
            FILE "long.wav" WAVE
            TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            TITLE "Two"
            PERFORMER "Guest"
            INDEX 01 00:02:00
            TRACK 03 AUDIO
            TITLE "Three"
            INDEX 01 00:32:00
            """

        @Test("The tracks of a sheet have their titles and lengths in every view, and meet without a gap")
        func sheet() async throws {
            try await Session.run { session in
                try await session.makeFLAC("long.flac", title: "Whole", seconds: 60)
                try Self.sheet.write(to: session.music("long.cue"), atomically: true, encoding: .utf8)
                _ = try await session.startDaemon("--output", "null")
                let mark = await session.observer.mark()
                #expect(try await session.segue("play", "long.cue").status == 0)
                try await session.announced("Metadata", from: mark) {
                    $0.asProperties?["xesam:title"]?.asString == "One"
                }
                try await session.announced("Metadata", from: mark) {
                    $0.asProperties?["xesam:title"]?.asString == "Two"
                }
                let metadata = try await session.playerProperty("Metadata").asProperties ?? [:]
                #expect(metadata["xesam:artist"]?.asStrings == ["Guest"], "\(metadata)")
                #expect(metadata["xesam:album"]?.asString == "Album" && metadata["xesam:trackNumber"]?.asInt64 == 2)
                #expect(metadata["mpris:length"]?.asInt64 == 30_000_000)
                #expect(metadata["xesam:url"]?.asString == "\(session.music("long.flac").absoluteString)#t=2,32")
                #expect(try await session.run("playerctl", "position", "20").status == 0)
                #expect(try await session.segue("rate", "4").status == 0)
                try await session.listShows(["One", "Two", "Three"])
                #expect(try await session.segue("queue", "save", "Saved").status == 0)

                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                try await session.listShows(["One", "Two", "Three"])
                #expect(try await session.title() == "Two")
                #expect(try await session.playerProperty("Position").asInt64.map { $0 >= 20_000_000 } == true)
                #expect(try await session.segue("play", "Saved").status == 0)
                #expect(try await session.title() == "One")
                try await session.listShows(["One", "Two", "Three"])
            }
        }

        @Test("A chapter is found by its title, played, and rated, apart from its file")
        func chapter() async throws {
            try await Session.run { session in
                try await session.makeFLAC("talk.flac", title: "Talk", seconds: 60)
                let tags = [
                    "CHAPTER001=00:00:00.000", "CHAPTER001NAME=Opening", "CHAPTER002=00:00:20.500",
                    "CHAPTER002NAME=Middle",
                ]
                let file = session.music("talk.flac")
                let tagged = try await session.start(
                    "metaflac", tags.map { "--set-tag=\($0)" } + [file.path]
                ).finish()
                #expect(tagged.status == 0, "\(tagged)")
                try session.configure("musicFolders = \"\(file.deletingLastPathComponent().path)\"")
                _ = try await session.startDaemon("--output", "null")
                let found = try await session.segue("search", "middle")
                #expect(found.output == "\(file.absoluteString)#t=20.5\n", "\(found)")
                #expect(try await session.segue("play", "--search", "middle").status == 0)
                let metadata = try await session.playerProperty("Metadata").asProperties ?? [:]
                #expect(metadata["xesam:title"]?.asString == "Middle" && metadata["xesam:album"]?.asString == "Talk")
                #expect(metadata["mpris:length"]?.asInt64 == 39_500_000, "\(metadata)")
                #expect(try await session.segue("rate", "5").status == 0)
                while try await session.segue("search", "rating:5").output != found.output {
                    try Task.checkCancellation()
                }
                #expect(try await session.segue("add", "talk.flac").status == 0)
                try await session.listShows(["Middle", "Talk"])
            }
        }
    }
}
