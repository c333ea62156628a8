import Foundation
import SDBus
import SegueTestSupport
import Testing

/// The statistics of tracks and commands: a track's number and time of plays, its rating, and the timings of commands.
extension EndToEnd {
    @Suite struct Statistics {
        @Test("Plays and ratings are announced once, and are there in another life")
        func remembered() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 4)
                try await session.makeFLAC("B.flac", title: "B", seconds: 60)
                let mark = await session.observer.mark()
                _ = try await session.startDaemon("--output", "null", "A.flac")
                // The finished track is still shown, but without its new count: that is shown only after another track
                // has been shown.
                try await session.observer.signal(from: mark, "the play") { signal in
                    signal.member == "Event" && signal.arguments[0].asString == "played"
                }
                // It would end while the commands run.
                #expect(try await session.segue("pause").status == 0)
                let shown = try await Self.metadata(session)
                #expect(shown["xesam:useCount"] == nil)
                let track = try #require(shown["mpris:trackid"]?.asObjectPath)
                #expect(try await session.segue("add", "B.flac").status == 0)
                #expect(try await session.segue("next").status == 0)
                #expect(try await session.segue("previous").status == 0)
                let counted = try await Self.metadata(session)
                #expect(counted["mpris:trackid"]?.asObjectPath == track)
                #expect(counted["xesam:useCount"] == .int32(1))
                let date = try #require(counted["xesam:lastUsed"]?.asString)
                #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(date)")
                #expect(abs(try Date(date, strategy: .iso8601).timeIntervalSinceNow) < 60)

                // Ratings of the current track and of another one.
                let start = await session.observer.mark()
                try await Self.rate(session, track, 0.6)
                try await session.announced("Metadata", from: start) { Self.rating(in: $0) == 0.6 }
                #expect(try await session.segue("next").status == 0)
                #expect(try await session.title() == "B")
                try await Self.rate(session, track, 0.8)
                for rating in [-0.5, 1.5, Double.nan] {
                    await #expect(throws: BusError.self) { try await Self.rate(session, track, rating) }
                }
                let messages = await session.observer.signals(from: mark).filter { signal in
                    signal.member == "PropertiesChanged"
                        && signal.arguments.first?.asString == "org.mpris.MediaPlayer2.Player"
                        && signal.arguments[1].asProperties?["Metadata"].map(Self.title) == "A"
                }
                let values = messages.compactMap { $0.arguments[1].asProperties?["Metadata"] }
                #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 }, "nothing is announced twice")
                #expect(values.filter { Self.count(in: $0) == 1 }.count == 2, "the play, and the rating")

                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("queue", "list").text.contains("A"))
                try await session.observer.call(
                    Session.player, Session.mprisPath, "org.mpris.MediaPlayer2.TrackList", "GoTo", .objectPath(track))
                let later = try await Self.metadata(session)
                #expect(later["mpris:trackid"]?.asObjectPath == track)
                #expect(later["xesam:useCount"] == .int32(1))
                #expect(later["xesam:lastUsed"] == .string(date))
                #expect(later["xesam:userRating"] == .double(0.8))

                // The player remembers the file, not its queue entry.
                #expect(try await session.segue("queue", "clear").status == 0)
                #expect(try await session.segue("add", "A.flac").status == 0)
                let again = try await Self.metadata(session)
                #expect(again["mpris:trackid"]?.asObjectPath != track)
                #expect(again["xesam:useCount"] == .int32(1))
                #expect(again["xesam:userRating"] == .double(0.8))
            }
        }

        @Test("Commands are measured by stage, a slow one has its reason, and a reset forgets them")
        func commands() async throws {
            let server = try MediaServer()
            defer { server.close() }
            try await Session.run { session in
                for name in ["A", "B"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
                server.serve(.silence, at: "/never")
                let daemon = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                #expect(try await session.segue("stats", "--reset").status == 0)
                #expect(try await session.segue("stats").text == "No command has been measured.")
                // The server is queried for 3 s before anything plays.
                #expect(try await session.segue("play", "B.flac", server.url("/never")).status == 0)
                try await session.playing("B")
                #expect(try await session.segue("pause").status == 0)
                try await daemon.complained("looking for files took")

                let text = try await session.segue("stats").text
                #expect(text.contains(/command +count +stage +p50 +p95 +max/), "\(text)")
                #expect(text.contains(/open +1 +decided +3\d\d\d\.\d\d ms/), "\(text)")
                #expect(text.contains(/pause +1 +decided/) && text.contains(/toEar/), "\(text)")
                let slow = try #require(text.split(separator: "\n").first { $0.contains("looking for files took 3") })
                #expect(slow.contains(" s  open ") && slow.contains("B.flac and 1 more: "), "\(slow)")

                let document = Data(try await session.segue("stats", "--json").text.utf8)
                let json = try JSONSerialization.jsonObject(with: document)
                let figures = try #require(json as? [String: Any])
                #expect(figures["open"] as? Int == 1)
                let ear = try #require(figures["pause.toEarMax"] as? Double)
                #expect((0.000_001..<10).contains(ear))
                #expect(figures["open.loadedP50"] is Double && figures["open.mixedP95"] is Double)
                #expect(try #require(figures["open.toEarP50"] as? Double) > 3)
                let slowest = try #require((figures["slowest"] as? [[String: Any]])?.first)
                #expect((slowest["reason"] as? String)?.hasPrefix("looking for files took") == true)
                #expect(try #require(slowest["decided"] as? Double) > 3)

                #expect(try await session.segue("stats", "--reset").status == 0)
                #expect(try await session.segue("stats").text == "No command has been measured.")
                #expect(try await session.segue("stats", "--json", "--reset").status == 2)
            }
        }

        @Test("Each state step is a line of --verbose and of Control1.Transitions, with its time")
        func steps() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                let before = Date()
                let daemon = try await session.startDaemon("--verbose", "--output", "null", "A.flac")
                try await session.playing("A")
                #expect(try await session.segue("pause").status == 0)
                try await daemon.complained("playing → paused (pause)")
                let reply = try await session.observer.call(
                    Session.player, Session.seguePath, "io.github.segueplayer.Segue.Control1", "Transitions",
                    .uint32(100))
                let lines = try #require(reply.first?.asStrings)
                let steps = lines.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
                #expect(
                    steps.map(\.last) == [
                        "idle → preparing (play)", "preparing → playing (loaded)", "playing → paused (pause)",
                    ])
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                let dates = try steps.map { try Date($0[0], strategy: style) }
                #expect(dates == dates.sorted() && dates[0] >= before.addingTimeInterval(-0.001) && dates[2] <= Date())
            }
        }

        private static func rate(_ session: Session, _ track: String, _ rating: Double) async throws {
            try await session.observer.call(
                Session.player, Session.seguePath, "io.github.segueplayer.Segue.Control1", "SetRating",
                .objectPath(track), .double(rating))
        }

        private static func metadata(_ session: Session) async throws -> [String: BusValue] {
            try #require(try await session.playerProperty("Metadata").asProperties)
        }

        private static func count(in metadata: BusValue) -> Int64? { metadata.asProperties?["xesam:useCount"]?.asInt64 }

        private static func rating(in metadata: BusValue) -> Double? {
            metadata.asProperties?["xesam:userRating"]?.asDouble
        }

        private static func title(of metadata: BusValue) -> String? {
            metadata.asProperties?["xesam:title"]?.asString
        }
    }
}
