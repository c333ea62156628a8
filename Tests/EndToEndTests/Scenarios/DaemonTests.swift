import Foundation
import SDBus
import Testing

/// A player in the foreground, and its behaviour when its output cannot be written.
extension EndToEnd {
    @Suite struct Daemons {
        @Test("A log without a reader and a file that may not grow don't stop the music")
        func failedWrites() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: 44100 * 60, left: 3000, right: 3000)
                let mark = await session.observer.mark()
                // 512 blocks of 512 bytes: less than a second of audio.
                let limit =
                    "ulimit -f 512; { \(BuiltProducts.segue.path) daemon --verbose --output file:heard.wav "
                    + "2>&1 >/dev/null; echo \"ended with $?\"; } | head -n 1"
                let daemon = try session.start("sh", ["-c", limit])
                try await session.observer.sees(Session.application, from: mark)
                let process = try #require(try await session.process(of: Session.player))
                #expect(try await session.segue("play", "A.wav").status == 0)
                try await session.observer.signal(from: mark, "the loss of the output") { signal in
                    signal.member == "Event" && signal.arguments[0].asString == "outputLost"
                }
                for _ in 0..<3 { #expect(try await session.segue("status").status == 0) }
                #expect(try await session.process(of: Session.player) == process)
                try await session.endPlayer()
                _ = try await daemon.finish()
            }
        }

        @Test("Of two players that start together, one plays, and the other hands its files over")
        func together() async throws {
            try await Session.run { session in
                // A player that runs keeps its output, so none is named on the command line.
                try session.configure("output = \"null\"")
                for file in ["A.wav", "B.wav"] {
                    try session.makeLevel(file, frames: 44100 * 60, left: 3000, right: 3000)
                }
                for _ in 0..<5 {
                    let players = try ["A.wav", "B.wav"].map { file in
                        try session.start(
                            BuiltProducts.segue.path, ["daemon", session.music(file).path])
                    }
                    while players.allSatisfy(\.isRunning) {
                        try Task.checkCancellation()
                        _ = try await session.process(of: Session.player)
                    }
                    let loser = try #require(players.first { !$0.isRunning })
                    let ended = try await loser.finish()
                    #expect(ended.status == 0)
                    #expect(ended.errors.contains("it plays these now"))
                    let file = loser === players[0] ? "A.wav" : "B.wav"
                    while try await session.metadata()["xesam:url"]?.asString?.hasSuffix(file) != true {
                        try Task.checkCancellation()
                    }
                    try await session.endPlayer()
                    for player in players { _ = try await player.finish() }
                }
            }
        }

        @Test("Where another player has begun while the bus was gone, the former one is paused, and can be reached")
        func succession() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: 44100 * 60, left: 3000, right: 3000)
                let address = "unix:path=\(session.folder.path)/another"
                let place = ["DBUS_SESSION_BUS_ADDRESS": address]
                let arguments = ["daemon", "--output", "null", session.music("A.wav").path]
                let (bus, observer) = try await session.startBus(address)
                // A bus gives its identity to the programs that it starts, and the next bus there has another one.
                let former = try session.start(
                    BuiltProducts.segue.path, arguments,
                    environment: place.mapValues { "\($0),guid=\(String(repeating: "1", count: 32))" })
                try await observer.sees(Session.player)
                func status(_ player: String, on bus: BusObserver) async throws -> String? {
                    try await bus.property(
                        "PlaybackStatus", of: "org.mpris.MediaPlayer2.Player", at: Session.mprisPath,
                        destination: player
                    ).asString
                }
                while try await status(Session.player, on: observer) != "Playing" { try Task.checkCancellation() }
                observer.close()

                // The former player is stopped, so that the other one is the first to find the bus.
                former.send(SIGSTOP)
                bus.send(SIGTERM)
                _ = try await bus.finish()
                let (next, witness) = try await session.startBus(address)
                let other = try session.start(BuiltProducts.segue.path, arguments, environment: place)
                try await witness.sees(Session.player)
                while try await status(Session.player, on: witness) != "Playing" { try Task.checkCancellation() }
                former.send(SIGCONT)
                let name = "\(Session.player).instance\(former.identifier)"
                try await witness.sees(name)
                while try await status(name, on: witness) != "Paused" { try Task.checkCancellation() }
                #expect(try await status(Session.player, on: witness) == "Playing")
                for player in [former, other] {
                    player.send(SIGTERM)
                    _ = try await player.finish()
                }
                witness.close()
                next.send(SIGTERM)
                _ = try await next.finish()
            }
        }
    }
}
