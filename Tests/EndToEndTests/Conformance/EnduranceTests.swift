import EventLoop
import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Many calls at once, for a long time: no answer ever mixes two tracks, and nothing is lost.
extension EndToEnd {
    @Suite struct Endurance {
        /// A queue of `count` files whose names are their titles, and their places.
        private func start(_ session: Session, count: Int, seconds: Int = 60) async throws {
            let file = try session.makeLevel("sound.wav", frames: 44100 * seconds, left: 3000, right: 3000)
            try FileManager.default.createDirectory(at: session.music("many"), withIntermediateDirectories: true)
            for number in 0..<count {
                try FileManager.default.linkItem(
                    at: file, to: session.music("many/\(String(format: "%04d", number)).wav"))
            }
            _ = try await session.startDaemon("--output", "null", "many")
            try await session.playing("0000")
        }

        @Test("D15: GetAll through 500 skips never mixes two tracks")
        func race() async throws {
            try await Session.run { session in
                try await start(session, count: 600)
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
                try await session.observer.signal(from: mark, "playerctld") { signal in
                    signal.member == "NameOwnerChanged"
                        && signal.arguments[0].asString == "org.mpris.MediaPlayer2.playerctld"
                }
                try await start(session, count: 10)
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
                        // Answered when the track is heard.
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

        /// A widget that asks for nothing: it relies on Seeked, the status and new tracks, and on its own clock.
        private struct Widget {
            var base: Int64 = 0
            var since = MonotonicTime.now
            var isPlaying = true
            var track = ""

            mutating func apply(_ signal: BusSignal, at time: MonotonicTime) {
                guard signal.path == Session.mprisPath else { return }
                if signal.member == "Seeked" {
                    base = signal.arguments[0].asInt64 ?? 0
                    since = time
                }
                guard signal.member == "PropertiesChanged", signal.arguments[0].asString == Session.playerInterface,
                    let properties = signal.arguments[1].asProperties
                else { return }
                if let new = properties["Metadata"]?.asProperties?["mpris:trackid"]?.asObjectPath, new != track {
                    track = new
                    base = 0
                    since = time
                }
                guard let status = properties["PlaybackStatus"]?.asString else { return }
                base = status == "Stopped" ? 0 : position(at: time)
                since = time
                isPlaying = status == "Playing"
            }

            func position(at time: MonotonicTime) -> Int64 {
                isPlaying ? base + time.nanoseconds(since: since) / 1000 : base
            }
        }

        @Test("A widget that draws the position by signals alone stays with it through 200 actions")
        func widget() async throws {
            try await Session.run { session in
                try await start(session, count: 5)
                try await session.set("LoopStatus", .string("Playlist"))
                var widget = Widget(base: try await session.position(), track: try await session.track())
                var handled = await session.observer.mark()
                var random = SeededRandom(state: 5)
                var errors: [Int64] = []
                for _ in 0..<200 {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: try await session.player("PlayPause")
                    case 1: try await session.player("Next")
                    case 2: try await session.player("Previous")
                    case 3:
                        try await session.player(
                            "Seek", .int64(Int64.random(in: -9_000_000...9_000_000, using: &random)))
                    case 4: try await session.player("Play")
                    default:
                        try await session.player(
                            "SetPosition", .objectPath(try await session.track()),
                            .int64(Int64.random(in: 0...40_000_000, using: &random)))
                    }
                    // Some time passes, by the player's own clock where it runs.
                    for _ in 0..<Int.random(in: 1...40, using: &random) { _ = try await session.position() }
                    let before = MonotonicTime.now
                    let position = try await session.position()
                    let after = MonotonicTime.now
                    for (signal, time) in await session.observer.timedSignals(from: handled) {
                        handled += 1
                        widget.apply(signal, at: time)
                    }
                    // The question itself takes time, during which the sound goes on.
                    let drawn = (widget.position(at: before), widget.position(at: after))
                    errors.append(max(0, drawn.0 - position, position - drawn.1))
                }
                let far = errors.filter { $0 > 100_000 }
                #expect(far.count <= 2, "microseconds: \(far)")
                #expect((errors.max() ?? 0) < 1_000_000)
            }
        }

        @Test("kill -9 under load: the queue is whole, and at most five seconds of the position are gone")
        func kill() async throws {
            try await Session.run { session in
                try await start(session, count: 20, seconds: 600)
                // Once the player has ended in peace, the session is known to be on disk: a first player may be killed
                // before that.
                try await session.endPlayer()
                _ = try await session.startDaemon("--output", "null")
                let beginning = try await session.position()
                try await session.player("Play")
                while try await session.position() == beginning {}
                let path = session.music("sound.wav").path
                var random = SeededRandom(state: UInt64.random(in: 0 ... .max))
                for round in 0..<10 {
                    // Every count that the queue has had, and every position with its time: a seek of the last moment
                    // changes the position too.
                    var counts: Set<Int64> = [try await count(session)]
                    var positions: [(time: MonotonicTime, position: Int64)] = []
                    for _ in 0..<Int.random(in: 0..<60, using: &random) {
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0:
                            try await session.queue(
                                "Insert", .strings([path]), .string("last"), .objectPath(Session.noTrack),
                                .boolean(false))
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
                    // A file that is being opened when its player is killed is under suspicion.
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
