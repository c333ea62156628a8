import Foundation
import SDBus
import Testing

/// Calls to the player as a client of MPRIS makes them.
extension Session {
    static let root = "org.mpris.MediaPlayer2"
    static let playerInterface = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let playlists = "org.mpris.MediaPlayer2.Playlists"
    static let crossfade = "io.github.segueplayer.Segue.Crossfade1"
    static let transitions = "io.github.segueplayer.Segue.Transitions1"
    static let queue = "io.github.segueplayer.Segue.Queue1"
    static let control = "io.github.segueplayer.Segue.Control1"
    static let savedPlaylists = "io.github.segueplayer.Segue.Playlists1"
    /// Empty metadata of streams, for `Insert`.
    static let noDetails = BusValue.dictionary(key: "s", value: "a{sv}", [])
    static let library = "io.github.segueplayer.Segue.Library1"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Calls a method of the Player interface.
    @discardableResult
    func player(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
        try await observer.call(
            Self.player, Self.mprisPath, Self.playerInterface, member, arguments: arguments)
    }

    @discardableResult
    func trackList(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
        try await observer.call(Self.player, Self.mprisPath, Self.trackList, member, arguments: arguments)
    }

    @discardableResult
    func queue(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
        try await observer.call(Self.player, Self.seguePath, Self.queue, member, arguments: arguments)
    }

    func set(_ name: String, _ value: BusValue, of interface: String = playerInterface) async throws {
        try await observer.call(
            Self.player, Self.mprisPath, Self.properties, "Set", .string(interface), .string(name), .variant(value))
    }

    func all(of interface: String = playerInterface) async throws -> [String: BusValue] {
        let reply = try await observer.call(
            Self.player, Self.mprisPath, Self.properties, "GetAll", .string(interface))
        return try #require(reply.first?.asProperties)
    }

    /// Reads a property of one of the player's own interfaces.
    func own(_ property: String, of interface: String) async throws -> BusValue {
        try await observer.property(property, of: interface, at: Self.seguePath, destination: Self.player)
    }

    func metadata() async throws -> [String: BusValue] {
        try #require(try await playerProperty("Metadata").asProperties)
    }

    /// Returns `mpris:trackid` of the current track.
    func track() async throws -> String {
        try #require(try await metadata()["mpris:trackid"]?.asObjectPath)
    }

    func status(is wanted: String) async throws -> Bool {
        try await playerProperty("PlaybackStatus").asString == wanted
    }

    /// Returns the position in microseconds.
    func position() async throws -> Int64 {
        try #require(try await playerProperty("Position").asInt64)
    }

    /// Returns the error that `body` throws. The test fails if `body` succeeds or the error has no text.
    func error(
        _ row: Comment, _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async -> BusError.Name? {
        do {
            try await body()
            Issue.record("\(row): no error", sourceLocation: location)
            return nil
        } catch let error as BusError {
            // Clients crash on an error without text.
            #expect(!error.message.isEmpty, row, sourceLocation: location)
            return error.kind
        } catch {
            Issue.record("\(row): \(error)", sourceLocation: location)
            return nil
        }
    }

    /// Returns the announcements of the Player interface from `mark` on, one dictionary per message.
    func announcements(from mark: Int) async -> [[String: BusValue]] {
        await observer.signals(from: mark).compactMap { signal in
            signal.member == "PropertiesChanged" && signal.path == Self.mprisPath
                && signal.arguments[0].asString == Self.playerInterface
                ? signal.arguments[1].asProperties : nil
        }
    }

    /// Returns the positions announced by Seeked from `mark` on.
    func seeks(from mark: Int) async -> [Int64] {
        await observer.signals(from: mark).compactMap { $0.member == "Seeked" ? $0.arguments[0].asInt64 : nil }
    }

    /// Returns once everything sent before has arrived, because a call and its reply come after it.
    func settle() async throws {
        try await observer.call(Self.player, Self.mprisPath, "org.freedesktop.DBus.Peer", "Ping")
    }

    /// Returns the signals of the MPRIS object during a time measured by the player itself: `duration` microseconds of
    /// playback.
    func signals(whilePlaying duration: Int64) async throws -> [BusSignal] {
        let mark = await observer.mark()
        let start = try await position()
        while try await position() < start + duration {}
        return await observer.signals(from: mark).filter { $0.path == Self.mprisPath }
    }

    /// Plays a queue of `count` files whose names are their titles and positions.
    func play(count: Int, seconds: Int = 60) async throws {
        let file = try makeLevel("sound.wav", frames: 44100 * seconds, left: 3000, right: 3000)
        try FileManager.default.createDirectory(at: music("many"), withIntermediateDirectories: true)
        for number in 0..<count {
            try FileManager.default.linkItem(
                at: file, to: music("many/\(String(format: "%04d", number)).wav"))
        }
        _ = try await startDaemon("--output", "null", "many")
        try await playing("0000")
    }
}

extension BusSignal {
    /// Returns true if the player reports such an event with `Control1.Event`.
    func isEvent(_ kind: String) -> Bool { member == "Event" && arguments.first?.asString == kind }
}
