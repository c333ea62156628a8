import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Streams from a loopback server that stalls, dies and recovers, and radio stations (design.md, Streams).
extension EndToEnd {
    @Suite struct Streams {
        private static let control = "io.github.segueplayer.Segue.Control1"
        private static let crossfade = "io.github.segueplayer.Segue.Crossfade1"
        private static let player = "org.mpris.MediaPlayer2.Player"

        /// The number of bytes per second of the WAV files used here.
        private static let second = 44100 * 4

        /// Runs `body` with a server and a session without fades.
        private func run(_ body: (Session, MediaServer) async throws -> Void) async throws {
            let server = try MediaServer()
            defer { server.close() }
            try await Session.run { session in
                try session.configure("fadeInDuration = 0", "fadeOutDuration = 0")
                try await body(session, server)
            }
        }

        /// Puts a WAV file of a constant level on the server, and serves its first `allowed` seconds, or all of it.
        private func serve(
            _ name: String, seconds: Int, allowed: Int? = nil, _ session: Session, _ server: MediaServer
        ) throws -> String {
            let file = try session.makeLevel(name, frames: seconds * 44100, left: 8192, right: 8192)
            server.serve(.file(Array(try Data(contentsOf: file)), type: "audio/x-wav", ranges: true), at: "/\(name)")
            server.allow(allowed.map { 44 + $0 * Self.second }, at: "/\(name)")
            return server.url("/\(name)")
        }

        private func state(_ wanted: String, from mark: Int, _ session: Session) async throws {
            try await session.announced("State", of: Self.control, from: mark) { $0.asString == wanted }
        }

        private func isStatusChange(_ signal: BusSignal) -> Bool {
            signal.member == "PropertiesChanged"
                && signal.arguments[1].asProperties?["PlaybackStatus"] != nil
        }

        @Test("What is known of a stream is shown until it tells more, except for a length that it does not have")
        func details() async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 600, session, server)
                let cover = session.music("cover.png")
                try Data([1]).write(to: cover)
                let list = session.music("list.xspf")
                let image = "<image>cover.png</image><trackNum>3</trackNum><album>Podcast</album>"
                try Data(
                    """
                    <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>\(url)</location>
                    <title>From a List</title><duration>1000</duration>\(image)</track></trackList></playlist>
                    """.utf8
                ).write(to: list)
                _ = try await session.startDaemon("--output", "null", list.path)
                try await session.playing("From a List")
                let listed = try await session.metadata()
                #expect(listed["mpris:length"]?.asInt64 == 600_000_000)
                #expect(listed["mpris:artUrl"]?.asString == cover.absoluteString)
                #expect(listed["xesam:album"]?.asString == "Podcast" && listed["xesam:trackNumber"]?.asInt64 == 3)

                let added = try await session.segue(
                    "add", "--title", "Given", "--artist", "One", "--artist", "Two", "--cover", cover.path, url)
                #expect(added.status == 0, "\(added)")
                let queue = try await session.segue("queue", "list", "--json").output
                #expect(queue.contains("Given") && queue.contains("Two"), "\(queue)")
                try await session.player("Next")
                try await session.playing("Given")
                #expect(try await session.metadata()["xesam:artist"]?.asStrings == ["One", "Two"])
                let wrong = try await session.segue("add", "--title", "x", list.path)
                #expect(wrong.status == 1 && wrong.errors.contains("one http(s) stream"), "\(wrong)")
            }
        }

        @Test("A file on a server has its length, and positions to go to")
        func file() async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 600, session, server)
                _ = try await session.startDaemon("--output", "null", url)
                try await session.playing("a")
                #expect(try await session.playerProperty("CanSeek").asBoolean == true)
                let metadata = try await session.metadata()
                #expect(metadata["mpris:length"]?.asInt64 == 600_000_000)
                #expect(metadata["xesam:url"]?.asString == url)
                let mark = await session.observer.mark()
                try await session.player("SetPosition", .objectPath(try await session.track()), .int64(500_000_000))
                try await session.observer.signal(from: mark, "the new position") {
                    $0.member == "Seeked" && $0.arguments[0].asInt64 == 500_000_000
                }
                try await session.playing("a")
                // Really played there, not only shown there.
                while try await session.position() < 500_500_000 {}
                let starts = server.requests("/a.wav").compactMap(\.start)
                #expect(starts.contains { $0 > 400 * Self.second }, "\(starts)")
            }
        }

        @Test("A stalled server: the position waits, the status stays Playing, and the sound goes on when more comes")
        func stall() async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 8, allowed: 4, session, server)
                _ = try await session.startDaemon("--output", "file:\(session.music("heard.wav").path)", url)
                try await session.playing("a")
                let stall = await session.observer.mark()
                try await state("buffering", from: stall, session)
                let line = try await session.segue("status").text
                #expect(line.hasPrefix("Buffering "), "\(line)")
                let before = try await session.status()
                #expect(before.status == "Playing")
                #expect(before.position > 3 && before.position <= 4)
                // One second on other clients' clocks.
                _ = try await session.run("sleep", "1")
                let during = try await session.status()
                #expect(during.state == "buffering")
                #expect(during.position <= 4)

                server.allow(nil, at: "/a.wav")
                try await state("playing", from: stall, session)
                let after = try await session.status()
                #expect(after.position >= during.position)
                print(
                    "stalled at \(before.position) s, a second later at \(during.position) s, then \(after.position) s")
                try await state("finished", from: stall, session)
                let statuses = await session.observer.signals(from: stall).filter(isStatusChange)
                #expect(statuses.count == 1, "from Playing to Stopped, once: \(statuses)")
                let seeks = await session.observer.signals(from: stall).filter { $0.member == "Seeked" }
                #expect(!seeks.isEmpty, "the clocks of other clients had run on meanwhile")
                // Everything was heard, and nothing twice.
                try await session.endPlayer()
                let heard = try Wave(contentsOf: session.music("heard.wav")).channels[0]
                #expect(heard.count == 8 * 44100)
            }
        }

        @Test("A dying server: what has come is played, and when the server is back the same track goes on there")
        func dying() async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 8, allowed: 4, session, server)
                let mark = await session.observer.mark()
                _ = try await session.startDaemon("--output", "file:\(session.music("heard.wav").path)", url)
                try await session.playing("a")
                let track = try await session.playerProperty("Metadata").asProperties?["mpris:trackid"]
                let death = await session.observer.mark()
                server.stopListening()
                server.drop("/a.wav")
                try await session.announced("StatusText", of: Self.control, from: death) {
                    $0.asString == "Buffering 0%"
                }
                try await session.observer.signal(from: death, "the reason, as an event") { signal in
                    signal.interface == Self.control && signal.member == "Event"
                        && signal.arguments[1].asString?.contains("the connection was lost") == true
                }
                let before = try await session.status()
                #expect(before.status == "Playing")
                try server.listen()
                server.allow(nil, at: "/a.wav")
                try await state("playing", from: death, session)
                let after = try await session.status()
                #expect(after.position >= before.position - 0.05)
                #expect(try await session.playerProperty("Metadata").asProperties?["mpris:trackid"] == track)
                print("broke off at \(before.position) s, goes on at \(after.position) s")
                try await state("finished", from: death, session)
                let statuses = await session.observer.signals(from: mark).filter(isStatusChange)
                #expect(statuses.count == 2, "Playing, and at the end Stopped: \(statuses)")
                try await session.endPlayer()
                let heard = try Wave(contentsOf: session.music("heard.wav")).channels[0]
                #expect(abs(heard.count - 8 * 44100) < 441, "\(heard.count)")
            }
        }

        @Test("A server that has nothing any more is passed over, with the reason")
        func gone() async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 20, allowed: 3, session, server)
                try await session.makeFLAC("B.flac", title: "B", seconds: 20)
                let mark = await session.observer.mark()
                let daemon = try await session.startDaemon("--verbose", "--output", "null", url, "B.flac")
                try await session.playing("a")
                server.serve(.status(404), at: "/a.wav")
                server.drop("/a.wav")
                try await session.playing("B")
                let told = try await session.observer.signal(from: mark, "the reason, as an event") { signal in
                    signal.interface == Self.control && signal.member == "Event"
                        && signal.arguments[0].asString == "trackSkipped"
                }
                #expect(told.arguments[1].asString?.contains(url) == true, "\(told)")
                print("passed over, and B is at \(try await session.status().position) s")
                daemon.send(SIGTERM)
                #expect(try await daemon.finish().errors.contains("there is no such file"))
            }
        }

        // MARK: - In a crossfade

        /// The way in which the server fails a track.
        enum Trouble: CaseIterable {
            case stalls, dies
        }

        /// Waits until the fade that began after `mark` has ended early.
        private func fadeBreaks(from mark: Int, _ session: Session) async throws {
            try await session.observer.signal(from: mark, within: .seconds(60), "a fade that is not completed") {
                $0.interface == Self.crossfade && $0.member == "Finished" && $0.arguments[2].asBoolean == false
            }
        }

        /// Returns the announced statuses other than Playing.
        private func interruptions(from mark: Int, _ session: Session) async -> [String] {
            await session.announcements(from: mark).compactMap { $0["PlaybackStatus"]?.asString }
                .filter { $0 != "Playing" }
        }

        private func fadeCompletes(from mark: Int, _ session: Session) async throws {
            try await session.observer.signal(from: mark, within: .seconds(60), "a whole fade") {
                $0.interface == Self.crossfade && $0.member == "Finished" && $0.arguments[2].asBoolean == true
            }
        }

        private func fade(to title: String, from mark: Int, _ session: Session) async throws {
            try await session.announced("State", of: Self.crossfade, from: mark, within: .seconds(60)) {
                $0.asString == "Fading"
            }
            #expect(try await session.title() == title)
        }

        @Test(
            "The outgoing track's server fails in a crossfade: what had come is heard, and the incoming track goes on",
            arguments: Trouble.allCases)
        func outgoing(_ trouble: Trouble) async throws {
            try await run { session, server in
                let url = try serve("a.wav", seconds: 60, allowed: 6, session, server)
                try await session.makeFLAC("B.flac", title: "B", seconds: 60)
                try session.configure("skipCrossfadeDuration = 20")
                _ = try await session.startDaemon("--output", "null", url, "B.flac")
                try await session.playing("a")
                let mark = await session.observer.mark()
                try await session.player("Next")
                try await fade(to: "B", from: mark, session)
                if trouble == .dies {
                    server.stopListening()
                    server.drop("/a.wav")
                }
                let signals = await session.observer.signals(from: mark)
                let told = try #require(signals.first { $0.interface == Self.crossfade && $0.member == "Started" })
                try await fadeCompletes(from: mark, session)
                let after = try await session.status()
                #expect(after.title == "B" && after.state == "playing")
                // The query takes time on a busy machine.
                let late = after.position - Double(told.arguments[2].asInt64 ?? 0) / 1e6
                #expect(late > -0.3 && late < 1.5, "\(told.arguments), \(after.position)")
                #expect(after.position > 0)
                while try await Double(session.position()) / 1e6 < after.position + 0.5 {}
                #expect(await interruptions(from: mark, session).isEmpty)
                print("the outgoing track \(trouble) in the fade; the incoming one goes on at \(after.position) s")
            }
        }

        @Test("A stall of the incoming track in a crossfade: the outgoing one goes on, and the fade is made again")
        func incomingStalls() async throws {
            try await run { session, server in
                let url = try serve("b.wav", seconds: 60, allowed: 3, session, server)
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try session.configure("skipCrossfadeDuration = 5", "crossfadeDuration = 5")
                _ = try await session.startDaemon("--output", "null", "A.flac", url)
                try await session.playing("A")
                let mark = await session.observer.mark()
                try await session.player("Next")
                try await fade(to: "b", from: mark, session)
                try await fadeBreaks(from: mark, session)
                let again = await session.observer.mark()
                let before = try await session.status()
                #expect(before.title == "b" && before.status == "Playing")
                #expect(before.position > 2 && before.position <= 3, "it is where it stalled: \(before.position)")
                server.allow(nil, at: "/b.wav")
                try await fade(to: "b", from: again, session)
                let after = try await session.status()
                #expect(after.position >= before.position - 0.05)
                try await fadeCompletes(from: again, session)
                #expect(try await session.title() == "b")
                #expect(await interruptions(from: mark, session).isEmpty)
                print("stalled in the fade at \(before.position) s; it comes again at \(after.position) s")
            }
        }

        @Test("The incoming track's server dies in a crossfade: the outgoing one goes on, and fades into what follows")
        func incomingDies() async throws {
            try await run { session, server in
                let url = try serve("b.wav", seconds: 60, allowed: 3, session, server)
                for name in ["A", "C"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
                try session.configure("skipCrossfadeDuration = 5")
                _ = try await session.startDaemon("--output", "null", "A.flac", url, "C.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                try await session.player("Next")
                try await fade(to: "b", from: mark, session)
                server.stopListening()
                server.drop("/b.wav")
                try await fadeBreaks(from: mark, session)
                let skipped = try await session.observer.signal(from: mark, within: .seconds(60), "the reason") {
                    $0.member == "Event" && $0.arguments[0].asString == "trackSkipped"
                }
                #expect(skipped.arguments[1].asString?.contains("the server can't be reached") == true, "\(skipped)")
                try await fadeCompletes(from: mark, session)
                let after = try await session.status()
                #expect(after.title == "C")
                #expect(await interruptions(from: mark, session).isEmpty)
                print("the incoming track's server died in the fade; C is at \(after.position) s")
            }
        }

        @Test("A radio station: titles as they change, no length, nothing to seek, and a crossfade on a skip")
        func radio() async throws {
            try await run { session, server in
                let url = try await session.makeStation(
                    [(0, "The Band - One"), (3, "The Band - Two"), (4, "Only News")], on: server)
                try await session.makeFLAC("B.flac", title: "B", seconds: 40)
                try session.configure("skipCrossfadeDuration = 2")
                let mark = await session.observer.mark()
                _ = try await session.startDaemon("--output", "null", url, "B.flac")
                for title in ["One", "Two", "Only News"] {
                    try await session.announced("Metadata", from: mark) {
                        $0.asProperties?["xesam:title"]?.asString == title
                    }
                }
                let metadata = await session.observer.signals(from: mark).filter { $0.member == "PropertiesChanged" }
                    .compactMap { $0.arguments[1].asProperties?["Metadata"]?.asProperties }
                for title in ["Two", "Only News"] {
                    let told = metadata.filter { $0["xesam:title"]?.asString == title }
                    #expect(told.count == 1, "\(title): \(told.count)")
                    #expect(told.first?["xesam:artist"]?.asStrings == (title == "Two" ? ["The Band"] : nil))
                    #expect(told.first?["xesam:album"]?.asString == "Radio Loop")
                    #expect(told.first?["mpris:length"] == nil)
                }
                #expect(Set(metadata.compactMap { $0["mpris:trackid"]?.asObjectPath }).count == 1)
                try await session.observer.signal(from: mark, "the title, as an event") {
                    $0.member == "Event" && $0.arguments[0].asString == "streamTitle"
                        && $0.arguments[1].asString?.contains("Only News") == true
                }

                #expect(try await session.playerProperty("CanSeek").asBoolean == false)
                let before = try await session.status()
                let beforeSeeks = await session.observer.mark()
                let track = metadata.last?["mpris:trackid"]?.asObjectPath ?? "/"
                try await session.observer.call(
                    Session.player, Session.mprisPath, Self.player, "SetPosition", .objectPath(track), .int64(0))
                try await session.observer.call(
                    Session.player, Session.mprisPath, Self.player, "Seek", .int64(3_600_000_000))
                let after = try await session.status()
                #expect(after.title == "Only News" && after.status == "Playing")
                #expect(after.position >= before.position, "the position counts on through titles and seeks")
                let seeks = await session.observer.signals(from: beforeSeeks).filter { $0.member == "Seeked" }
                #expect(seeks.isEmpty)

                // From the station to a file, and back to the station's current title.
                for (verb, title) in [("next", "B"), ("previous", "One")] {
                    let skip = await session.observer.mark()
                    #expect(try await session.segue(verb).status == 0)
                    try await session.announced("State", of: Self.crossfade, from: skip) { $0.asString == "Fading" }
                    try await session.announced("State", of: Self.crossfade, from: skip) { $0.asString == "Idle" }
                    try await session.playing(title)
                }
            }
        }

        @Test("A station whose connection breaks is connected again, and its position counts on")
        func radioBreaks() async throws {
            try await run { session, server in
                let url = try await session.makeStation([(0, "The Band - One")], on: server)
                server.allow(16000 * 4, at: "/live")
                _ = try await session.startDaemon("--output", "null", url)
                try await session.playing("One")
                let mark = await session.observer.mark()
                try await state("buffering", from: mark, session)
                let before = try await session.status()
                // Not the other way round: the broken connection could deliver enough to go on.
                server.drop("/live")
                server.allow(nil, at: "/live")
                try await state("playing", from: mark, session)
                let after = try await session.status()
                #expect(server.requests("/live").count >= 2)
                #expect(after.position >= before.position - 0.05)
                // The station sends its title again, with the first sample or shortly after it.
                try await session.playing("One")
                print("the station broke off at \(before.position) s, and is back at \(after.position) s")
            }
        }

        @Test("While a server is silent, the next track is opened, and takes over when the limit is over")
        func lookingAhead() async throws {
            try await run { session, server in
                try session.configure("fadeInDuration = 0", "fadeOutDuration = 0", "loadTimeout = 5")
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                server.serve(.silence, at: "/never")
                let next = try serve("next.wav", seconds: 60, session, server)
                _ = try await session.startDaemon("--output", "null", "A.flac", server.url("/never"), next)
                try await session.playing("A")
                let mark = await session.observer.mark()
                async let skip = session.segue("next")
                try await session.observer.signal(from: mark, "the next one is opened") { signal in
                    signal.member == "Event" && signal.arguments[0].asString == "loadStarted"
                        && signal.arguments[1].asString?.contains("next") == true
                }
                #expect(try await session.title() == "A", "the first one may still answer")
                let skipped = try await skip
                #expect(skipped.status == 0)
                let status = try await session.status()
                #expect(status.title == "next")
                #expect(server.requests("/next.wav").isEmpty == false)
            }
        }

        @Test("A skip to a server that never answers can be cancelled")
        func cancelling() async throws {
            try await run { session, server in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                server.serve(.silence, at: "/never")
                let url = server.url("/never")
                _ = try await session.startDaemon("--output", "null", "A.flac", url)
                try await session.playing("A")
                let mark = await session.observer.mark()
                async let skip = session.segue("next")
                try await state("preparingCrossfade", from: mark, session)
                let cancel = try await session.segue("cancel")
                #expect(cancel.status == 0)
                let skipped = try await skip
                #expect(skipped.status == 1)
                #expect(skipped.errors == "segue: Opening \(url) was cancelled.\n")
                let status = try await session.status()
                #expect(status.state == "playing")
                #expect(status.title == "A")
                #expect(try await session.segue("cancel").status == 0, "nothing is awaited any more")
            }
        }

        @Test("A pause while the servers of what is to be played are asked is taken at once, and holds what follows")
        func pausing() async throws {
            try await run { session, server in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try await session.makeFLAC("B.flac", title: "B", seconds: 60)
                server.serve(.silence, at: "/never")
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                async let play = session.segue("play", "B.flac", server.url("/never"))
                while server.requests("/never").isEmpty { try Task.checkCancellation() }
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.playerProperty("PlaybackStatus").asString == "Paused")
                #expect(try await session.title() == "A")
                #expect(try await play.status == 0)
                #expect(try await session.title() == "B")
                #expect(try await session.status().state == "paused")
                let statuses = await session.announcements(from: mark).compactMap { $0["PlaybackStatus"]?.asString }
                #expect(!statuses.contains("Playing"), "\(statuses)")
                #expect(try await session.segue("resume").status == 0)
                try await session.playing("B")
            }
        }

        @Test("A server that never answers holds up nobody: calls are answered, and what plays goes on")
        func silence() async throws {
            try await run { session, server in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                server.serve(.silence, at: "/never")
                _ = try await session.startDaemon("--output", "null", "A.flac", server.url("/never"))
                try await session.playing("A")
                let mark = await session.observer.mark()
                try await session.observer.call(Session.player, Session.mprisPath, Self.player, "Next")
                #expect(try await session.title() == "A", "what is heard is shown until the stream can be")
                let text = try await session.status().statusText
                #expect(text == "Connecting to never")
                for _ in 0..<200 { _ = try await session.playerProperty("PlaybackStatus") }
                #expect(try await session.status().state == "preparingCrossfade", "it is still being opened")
                let tooLate = try await session.observer.signal(from: mark, "the limit") { signal in
                    signal.member == "Event" && signal.arguments[0].asString == "loadTimedOut"
                }
                #expect(tooLate.arguments[1].asString?.contains("never") == true)
                try await session.playing("A")
                #expect(try await session.status().position > 9, "it played on meanwhile")
            }
        }
    }
}
