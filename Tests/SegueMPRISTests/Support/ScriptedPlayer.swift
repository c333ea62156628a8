import SDBus
import SegueTestSupport

@testable import SegueCore
@testable import SegueMPRIS

/// A player scripted by the test: keeps a snapshot, records requests, and announces like the real player.
final class ScriptedPlayer: PlayerAccess {
    var snapshot = Snapshot.playing()
    var live = LivePosition(position: .zero, fadeProgress: 0)
    var entries = (1...10).map { makeEntry($0) }
    /// Performs a command on the snapshot.
    var script: (Command, inout Snapshot) -> (Reply, [Effect]) = { _, _ in (.accepted, []) }
    var outcome = CommandOutcome.done
    /// The reason why a setting is not saved.
    var unsaved: String?
    var opened: Result<OpenedTracks, AudioPlayerError> = .success(OpenedTracks(entries: []))

    /// The outcome of saving a playlist; nil for a player without playlists.
    var saved: Result<String, PlaylistSaveError>? = .success("file:///Evening.xspf")

    private(set) var commands: [Command] = []
    private(set) var requests: [OpenRequest] = []
    private(set) var saves: [String] = []
    /// The pending replies, sent by the test.
    private(set) var waiting: [() -> Void] = []
    private(set) var hasQuit = false
    weak var service: MPRISService?

    func perform(_ command: Command) -> Reply {
        commands.append(command)
        let old = snapshot
        let (reply, effects) = script(command, &snapshot)
        service?.announce(from: old, to: snapshot, effects: effects)
        return reply
    }

    /// Makes a step that no command requested.
    func change(effects: [Effect] = [], _ change: (inout Snapshot) -> Void) {
        let old = snapshot
        change(&snapshot)
        service?.announce(from: old, to: snapshot, effects: effects)
    }

    func answerWaiting() {
        // An answer may lead to another request.
        while !waiting.isEmpty { waiting.removeFirst()() }
    }

    // MARK: - Requests of the bus

    var now: MediaTime { MediaTime(seconds: 1000) }

    func perform(_ command: Command, completion: @escaping (CommandOutcome) -> Void) {
        _ = perform(command)
        waiting.append { completion(self.outcome) }
    }

    func configure(_ settings: Configuration, completion: @escaping (CommandOutcome, String?) -> Void) {
        _ = perform(.setConfiguration(settings))
        waiting.append { completion(self.outcome, self.unsaved) }
    }

    func open(_ request: OpenRequest, completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void) {
        requests.append(request)
        waiting.append { completion(self.opened) }
    }

    var musicFolders: [String] = []

    var keepsPlaylists: Bool { saved != nil }

    func savePlaylist(
        _ name: String, replacing: Bool, completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) {
        saves.append(replacing ? "\(name), replacing" : name)
        if let saved { waiting.append { completion(saved) } }
    }

    /// The envelope of every entry; nil if unknown.
    var envelope: Envelope?

    func envelope(of entry: QueueEntry, bins: Int, completion: @escaping (Envelope?) -> Void) {
        waiting.append { completion(self.envelope) }
    }

    /// The measurement of every file.
    var measurement: TrackFacts.Measurement?

    func measurement(of uri: String, completion: @escaping (TrackFacts.Measurement?) -> Void) {
        waiting.append { completion(self.measurement) }
    }

    func playlistTracks(
        _ playlist: PlaylistDescription, in range: Range<Int>,
        completion: @escaping (Result<[PlaylistTrack], PlaylistSaveError>) -> Void
    ) {
        let track = PlaylistTrack(
            location: "/\(playlist.name).flac", title: "\(range)", duration: MediaTime(microseconds: 183_000_000))
        waiting.append { completion(.success([track])) }
    }

    func changePlaylist(
        _ name: String, _ change: PlaylistChange, completion: @escaping (Result<[AudioPlayerError], BusError>) -> Void
    ) {
        saves.append("\(name): \(change)")
        waiting.append { completion(.success([.fileNotFound(path: "/gone")])) }
    }

    var keepsLibrary = true
    var libraryState = LibraryState()
    var libraryRequests: [LibraryRequest] = []
    /// The rows of each answer; nil for an unreadable index.
    var rows: LibraryRows? = .tracks([])
    /// The locations that a query finds.
    var found = ["file:///a.flac"]

    func answer(_ request: LibraryRequest, completion: @escaping (Result<LibraryRows, BusError>) -> Void) {
        libraryRequests.append(request)
        let unreadable = BusError(.own("LibraryNotRead"), "It can't be read.")
        waiting.append { completion(self.rows.map { .success($0) } ?? .failure(unreadable)) }
    }

    /// The covers, by the URI of their file.
    var covers = ["file:///a.flac": "file:///a.png"]

    func covers(of uris: [String], completion: @escaping (Result<[String], BusError>) -> Void) {
        let found = uris.map { covers[$0] ?? "" }
        waiting.append { completion(.success(found)) }
    }

    var merged: [PlaysOfTrack] = []

    func mergePlays(_ tracks: [PlaysOfTrack], completion: @escaping () -> Void) {
        merged += tracks
        waiting.append { completion() }
    }

    func locations(_ query: LibraryQuery, completion: @escaping (Result<[String], BusError>) -> Void) {
        libraryRequests.append(LibraryRequest(.tracks, query, limit: .max))
        // The caller then opens the tracks, and waits again.
        completion(found.isEmpty ? .failure(BusError(.fileNotFound, "Nothing was found.")) : .success(found))
    }

    func entries(in range: Range<Int>) -> [QueueEntry] { Array(entries[range]) }
    func entry(_ id: EntryID) -> QueueEntry? { entries.first { $0.id == id } }

    func listOutputs(completion: @escaping ([OutputDescription]) -> Void) {
        waiting.append { completion([OutputDescription(name: "null", description: "No sound", isCurrent: true)]) }
    }

    var sound: SoundPath { SoundPath(server: "PulseAudio 16.1", latency: MediaTime(nanoseconds: 12_000_000)) }
    var statistics: [(name: String, value: Figure)] { [("next", .count(7)), ("next.heardP50", .seconds(0.25))] }
    var slowCommands = [
        SlowCommand(
            name: "next", date: WallTime(nanoseconds: 1_000_000_000),
            stages: [MediaTime(microseconds: 5), nil, MediaTime(microseconds: 7), MediaTime(microseconds: 8)],
            duration: MediaTime(microseconds: 20), reason: "mixing took 0.01 s")
    ]
    func resetStatistics() { slowCommands = [] }
    func transitions(last count: Int) -> [String] { Array(["a → b", "b → c"].suffix(count)) }
    func quit() { hasQuit = true }
    let supportedMimeTypes = ["audio/flac"]
    let version = "1.2.3"
}

/// The service at one end of a socket, and a client at the other end that records the signals.
final class ServedPlayer {
    let buses: PeerBuses
    let player = ScriptedPlayer()
    let service: MPRISService
    /// The signals, in the order in which they arrived.
    private(set) var signals: [BusSignal] = []
    private var slot: Slot?

    init(keepsPlaylists: Bool = true) throws {
        buses = try PeerBuses()
        if !keepsPlaylists { player.saved = nil }
        service = MPRISService(bus: buses.server, access: player)
        player.service = service
        try service.publish()
        slot = try buses.client.subscribe { [weak self] in self?.signals.append($0) }
    }

    func call(_ member: String, of interface: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        try buses.call(member, of: interface, at: Self.path(of: interface), arguments)
    }

    func get(_ property: String, of interface: String) throws -> BusValue {
        try buses.get(property, of: interface, at: Self.path(of: interface))
    }

    func set(_ property: String, of interface: String, to value: BusValue) throws {
        try buses.set(property, of: interface, at: Self.path(of: interface), to: value)
    }

    /// Makes a call, sends the player's pending replies, and returns the reply.
    func callAndAnswer(_ member: String, of interface: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        var result: Result<[BusValue], BusError>?
        let call = BusCall(
            path: Self.path(of: interface), interface: interface, member: member, arguments: arguments)
        buses.client.call(call) { result = $0 }
        _ = buses.run { !self.player.waiting.isEmpty || result != nil }
        if result != nil { throw BusError(.failed, "answered before the outcome was known") }
        player.answerWaiting()
        _ = buses.run { result != nil }
        return try (result ?? .failure(BusError(.noReply, "no answer"))).get()
    }

    func introspect(_ path: String) throws -> String { try buses.introspect(path) }

    private static func path(of interface: String) -> String {
        interface.hasPrefix(BusNames.applicationID) ? BusNames.ownPath : BusNames.standardPath
    }
}
