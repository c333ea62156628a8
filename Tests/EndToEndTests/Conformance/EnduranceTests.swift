import EventLoop
import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Many concurrent calls over a long time: no reply mixes two tracks, and nothing is lost.
extension EndToEnd {
    @Suite struct Endurance {
        @Test("D15: GetAll through 500 skips never mixes two tracks")
        func race() async throws {
            try await Session.run { session in
                try await session.play(count: 600)
                let asking = Task {
                    let client = try await BusObserver(address: "unix:path=\(session.folder.path)/bus")
                    defer { client.close() }
                    var answers = 0
                    while !Task.isCancelled {
                        let reply = try await client.call(
                            Session.player, Session.mprisPath, "org.freedesktop.DBus.Properties", "GetAll",
                            .string(Session.playerInterface))
                        let all = try #require(reply.first?.asProperties)
                        let metadata = try #require(all["Metadata"]?.asProperties)
                        let title = try #require(metadata["xesam:title"]?.asString)
                        #expect(metadata["xesam:url"]?.asString?.hasSuffix("/\(title).wav") == true)
                        let number = try #require(Int(title))
                        #expect(all["CanGoNext"]?.asBoolean == (number < 599))
                        #expect(all["CanGoPrevious"]?.asBoolean == (number > 0))
                        let position = try #require(all["Position"]?.asInt64)
                        #expect(position >= 0 && position <= metadata["mpris:length"]?.asInt64 ?? .max)
                        answers += 1
                    }
                    return answers
                }
                for _ in 0..<500 { try await session.player("Next") }
                #expect(try await session.title() == "0500")
                asking.cancel()
                #expect(try await asking.value > 100)
            }
        }

        @Test("playerctld survives 1,000 skips, fades and errors")
        func playerctld() async throws {
            try await Session.run { session in
                let mark = await session.observer.mark()
                let proxy = try session.start("playerctld", [])
                try await session.observer.sees("org.mpris.MediaPlayer2.playerctld", from: mark)
                try await session.play(count: 10)
                try await session.set("LoopStatus", .string("Playlist"))
                var random = SeededRandom(state: 7)
                for number in 1...1000 {
                    let name =
                        Bool.random(using: &random) ? Session.player : "org.mpris.MediaPlayer2.playerctld"
                    let member =
                        ["Next", "Previous", "PlayPause", "Play", "Stop"].randomElement(using: &random) ?? "Next"
                    try await session.observer.call(name, Session.mprisPath, Session.playerInterface, member)
                    if number % 50 == 0 {
                        _ = await session.error("a scheme that nobody has") {
                            try await session.observer.call(
                                name, Session.mprisPath, Session.playerInterface, "OpenUri",
                                .string("gopher://example.org/"))
                        }
                        // Replied to when the track is heard.
                        for member in ["Resume", "Next"] {
                            try await session.observer.call(
                                Session.player, Session.seguePath, Session.control, member)
                        }
                    }
                }
                #expect(proxy.isRunning, "\(proxy.errors)")
                let status = try await session.run("playerctl", "-p", "playerctld", "status")
                #expect(["Playing", "Paused", "Stopped"].contains(status.text), "\(status)")
                proxy.send(SIGTERM)
                _ = try await proxy.finish()
            }
        }

        @Test("kill -9 under load: the queue is whole, and at most five seconds of the position are gone")
        func kill() async throws {
            try await Session.run { session in
                try await session.play(count: 20, seconds: 600)
                // After a regular end, the session is known to be on disk. A first player may be killed before that.
                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                let beginning = try await session.position()
                try await session.player("Play")
                while try await session.position() == beginning {}
                let path = session.music("sound.wav").path
                var random = SeededRandom.anew()
                for round in 0..<10 {
                    // Every count that the queue has had, and every position with its time: a seek at the last moment
                    // changes the position too.
                    var counts: Set<Int64> = [try await count(session)]
                    var positions: [(time: MonotonicTime, position: Int64)] = []
                    for _ in 0..<Int.random(in: 0..<60, using: &random) {
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0:
                            try await session.queue(
                                "Insert", .strings([path]), .string("last"), .objectPath(Session.noTrack),
                                .boolean(false), Session.noDetails)
                        case 1:
                            let tracks = try await session.all(of: Session.trackList)["Tracks"]?.asObjectPaths ?? []
                            guard tracks.count > 10, let last = tracks.last else { continue }
                            try await session.queue("Remove", .objectPaths([last]))
                        case 2: try await session.player("Seek", .int64(3_000_000))
                        default: try await session.set("Volume", .double(Double.random(in: 0...1, using: &random)))
                        }
                        counts.insert(try await count(session))
                        positions.append((.now, try await session.position()))
                    }
                    positions.append((.now, try await session.position()))
                    let killed = MonotonicTime.now
                    let track = try await session.metadata()["xesam:url"]
                    try await session.endPlayer(SIGKILL)
                    let again = try await session.startDaemon("--output", "null")
                    #expect(counts.contains(try await count(session)), "round \(round): \(again.errors)")
                    #expect(try await session.metadata()["xesam:url"] == track, "round \(round)")
                    let restored = try await session.position()
                    let recent = positions.filter { killed.nanoseconds(since: $0.time) < 5_000_000_000 }
                    let earliest = (recent.map(\.position).min() ?? 0) - 5_000_000
                    #expect(restored >= earliest, "round \(round): \(recent) became \(restored)")
                    #expect(again.errors.contains("damaged") == false, "round \(round): \(again.errors)")
                    try await session.player("Play")
                    #expect(try await session.status(is: "Playing"))
                    // A file being opened when its player is killed is suspected of having caused a crash.
                    while try await session.position() == restored {}
                }
            }
        }

        private func count(_ session: Session) async throws -> Int64 {
            try #require(
                try await session.observer.property(
                    "Count", of: Session.queue, at: Session.seguePath, destination: Session.player
                ).asInt64)
        }
    }
}
