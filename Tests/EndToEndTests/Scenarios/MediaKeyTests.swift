import Foundation
import Glibc
import SDBus
import Testing

/// The behaviour of GNOME's settings daemon for media keys: it tracks all players and stores their announcements. For a
/// key, it calls the player that it considers the target, without checking whether the call is possible.
private struct MediaKeys {
    enum Key {
        case play, pause, stop, next, previous, rewind, forward, loop, shuffle
    }

    /// The players by name, the newest first.
    private var players: [(name: String, owner: String, properties: [String: BusValue])] = []
    /// The player that receives the keys.
    private(set) var current: String?
    private let session: Session
    private var handled: Int

    init(_ session: Session) async {
        self.session = session
        handled = await session.observer.mark()
    }

    /// Returns a property as announced by the player.
    func shown(_ property: String, of name: String = Session.player) -> BusValue? {
        players.first { $0.name == name }?.properties[property]
    }

    func title(of name: String = Session.player) -> String? {
        shown("Metadata", of: name)?.asProperties?["xesam:title"]?.asString
    }

    /// Processes everything that the players have announced so far.
    mutating func follow() async throws {
        for player in players {
            _ = try? await session.observer.call(
                player.owner, Session.mprisPath, "org.freedesktop.DBus.Peer", "Ping")
        }
        for signal in await session.observer.signals(from: handled) {
            handled += 1
            switch signal.member {
            case "NameOwnerChanged":
                let words = signal.arguments.compactMap(\.asString)
                if words[0].hasPrefix("org.mpris.MediaPlayer2.") { try await ownerChanged(words[0], to: words[2]) }
            case "PropertiesChanged" where signal.arguments.first?.asString == Session.playerInterface:
                guard let index = players.firstIndex(where: { $0.owner == signal.sender }) else { continue }
                players[index].properties.merge(signal.arguments[1].asProperties ?? [:]) { $1 }
                choose(players[index].name)
            default: break
            }
        }
    }

    private mutating func ownerChanged(_ name: String, to owner: String) async throws {
        players.removeAll { $0.name == name }
        if owner.isEmpty {
            if current == name { current = players.first?.name }
        } else {
            // The player is complete when it appears (B3), because clients never query again.
            let all = try await session.observer.call(
                owner, Session.mprisPath, "org.freedesktop.DBus.Properties", "GetAll",
                .string(Session.playerInterface))
            players.insert((name, owner, all.first?.asProperties ?? [:]), at: 0)
            if !isPlaying(current) { current = name }
        }
    }

    /// Replaces a player that is not playing with one that is.
    private mutating func choose(_ name: String) {
        if isPlaying(name), !isPlaying(current) { current = name }
    }

    private func isPlaying(_ name: String?) -> Bool {
        name.flatMap { shown("PlaybackStatus", of: $0)?.asString } == "Playing"
    }

    /// Throws the player's error; the real daemon ignores it.
    mutating func press(_ key: Key) async throws {
        try await follow()
        let target = try #require(current)
        func call(_ member: String, _ arguments: BusValue...) async throws {
            try await session.observer.call(
                target, Session.mprisPath, Session.playerInterface, member, arguments: arguments)
        }
        func set(_ property: String, _ value: BusValue) async throws {
            try await session.observer.call(
                target, Session.mprisPath, "org.freedesktop.DBus.Properties", "Set", .string(Session.playerInterface),
                .string(property), .variant(value))
        }
        switch key {
        case .play: try await call("PlayPause")
        case .pause: try await call("Pause")
        case .stop: try await call("Stop")
        case .next: try await call("Next")
        case .previous: try await call("Previous")
        case .rewind: try await call("Seek", .int64(-10_000_000))
        case .forward: try await call("Seek", .int64(45_000_000))
        case .loop:
            let isOn = shown("LoopStatus", of: target)?.asString == "Playlist"
            try await set("LoopStatus", .string(isOn ? "None" : "Playlist"))
        case .shuffle:
            let isOn = shown("Shuffle", of: target)?.asBoolean == true
            try await set("Shuffle", .boolean(!isOn))
        }
        try await follow()
    }
}

extension EndToEnd {
    @Suite struct MediaKey {
        @Test("Media keys do what is on them")
        func keys() async throws {
            try await Session.run { session in
                for name in ["A", "B"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 120) }
                var keys = await MediaKeys(session)
                _ = try await session.startDaemon("--output", "null")
                try await keys.follow()
                #expect(keys.current == Session.player)
                #expect(keys.shown("CanPlay") == .boolean(false))
                // With nothing to play, only PlayPause returns an error (M3).
                #expect(await session.error("M3") { try await keys.press(.play) } == .notSupported)
                for key: MediaKeys.Key in [.pause, .stop, .next, .previous, .rewind, .forward] {
                    try await keys.press(key)
                }
                #expect(keys.shown("PlaybackStatus") == .string("Stopped"))

                _ = try await session.segue("add", "A.flac", "B.flac")
                try await keys.press(.play)
                #expect(keys.shown("PlaybackStatus") == .string("Playing"))
                try await session.playing("A")
                try await keys.press(.next)
                #expect(keys.title() == "B")
                try await session.playing("B")
                try await keys.press(.previous)
                #expect(keys.title() == "A")
                try await session.playing("A")
                for _ in 0..<2 {
                    try await keys.press(.pause)
                    #expect(keys.shown("PlaybackStatus") == .string("Paused"))
                }

                let start = try await session.position()
                try await keys.press(.forward)
                #expect(try await session.position() == start + 45_000_000)
                try await keys.press(.rewind)
                #expect(try await session.position() == start + 35_000_000)
                for _ in 0..<2 { try await keys.press(.forward) }
                #expect(keys.title() == "B", "M9: beyond the end is Next")
                #expect(keys.shown("PlaybackStatus") == .string("Paused"))
                #expect(try await session.position() == 0)
                for _ in 0..<2 {
                    try await keys.press(.rewind)
                    #expect(try await session.position() == 0)
                }

                for (key, property, first, second): (MediaKeys.Key, String, BusValue, BusValue) in [
                    (.loop, "LoopStatus", .string("Playlist"), .string("None")),
                    (.shuffle, "Shuffle", .boolean(true), .boolean(false)),
                ] {
                    for value in [first, second] {
                        try await keys.press(key)
                        #expect(keys.shown(property) == value)
                        #expect(try await session.playerProperty(property) == value)
                    }
                }
                try await keys.press(.stop)
                #expect(keys.shown("PlaybackStatus") == .string("Stopped"))
                try await keys.press(.play)
                #expect(keys.shown("PlaybackStatus") == .string("Playing"))
                #expect(keys.title() == "B")
            }
        }

        @Test("Of two players, a key is for the one that began to play last")
        func twoPlayers() async throws {
            try await Session.run { session in
                for name in ["A", "B"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
                var keys = await MediaKeys(session)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                let program = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--new-instance", "--output", "null"])
                let second = "\(Session.player).instance\(program.identifier)"
                try await session.observer.sees(second, from: mark)
                func call(_ member: String, _ arguments: BusValue...) async throws {
                    try await session.observer.call(
                        second, Session.mprisPath, Session.playerInterface, member, arguments: arguments)
                }
                try await call("OpenUri", .string(session.music("B.flac").absoluteString))
                try await keys.follow()
                #expect(keys.title(of: second) == "B")
                #expect(keys.current == Session.player, "it plays, and stays the one")
                try await keys.press(.play)
                #expect(keys.shown("PlaybackStatus") == .string("Paused"))
                #expect(keys.shown("PlaybackStatus", of: second) == .string("Playing"))

                try await call("Pause")
                try await call("Play")
                try await keys.follow()
                #expect(keys.current == second)
                try await keys.press(.play)
                #expect(keys.shown("PlaybackStatus", of: second) == .string("Paused"))
                #expect(keys.shown("PlaybackStatus") == .string("Paused"))

                program.send(SIGTERM)
                _ = try await program.finish()
                try await keys.press(.play)
                #expect(keys.current == Session.player)
                #expect(keys.shown("PlaybackStatus") == .string("Playing"))
            }
        }
    }
}
