import EventLoop
import SDBus

/// Every kind of call that is answered immediately, with 100,000 tracks in the queue, while a track loads from a server
/// that never answers. No call may wait for the queue or for the server (design.md, Robustness).
struct LongQueue {
    let client: Client
    let folder: MusicFolder

    private static let count = 100_000
    private static let rounds = 200
    private static let queue = "io.github.segueplayer.Segue.Queue1"
    private static let control = "io.github.segueplayer.Segue.Control1"
    private static let crossfade = "io.github.segueplayer.Segue.Crossfade1"
    private static let trackList = "org.mpris.MediaPlayer2.TrackList"
    private static let noDetails = BusValue.dictionary(key: "s", value: "a{sv}", [])
    private static let noTrack = BusValue.objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")

    func measure() throws {
        try fill()
        let server = try DeadServer()
        var recorder = Recorder(client: client)
        for round in 0..<Self.rounds { measure(round, server, &recorder) }
        recorder.table(title: "With 100,000 tracks, while a server is waited for that never answers").print()
    }

    /// Adds the tracks, and records how long other calls have to wait meanwhile.
    private func fill() throws {
        let playlist = try folder.makePlaylist(lines: Self.count)
        var isFilled = false
        let start = MonotonicTime.now
        client.send(
            Self.queue, "Insert",
            [.strings([playlist]), .string("last"), Self.noTrack, .boolean(false), Self.noDetails]
        ) { _ in isFilled = true }
        var waits: [Int64] = []
        while !isFilled { waits += client.times(1) { client.get("Position") } }
        let added = MonotonicTime.now.nanoseconds(since: start)
        // The consequences of the edit, on disk and elsewhere, belong to it.
        while MonotonicTime.now.nanoseconds(since: start) < 2_000_000_000 {
            waits += client.times(1) { client.get("Position") }
        }
        var table = Table(title: "While 100,000 tracks are added")
        table.add("Get Position", waits)
        table.add("Insert", [added])
        table.print()
    }

    private func measure(_ round: Int, _ server: DeadServer, _ recorder: inout Recorder) {
        let file = BusValue.strings(["\(folder.path)/music/0.wav"])
        let place = UInt32(round * 499 % Self.count)
        recorder.measure("Ping") { client.call("org.freedesktop.DBus.Peer", "Ping") }
        recorder.measure("OpenUri") { client.call(Client.player, "OpenUri", .string(server.uri)) }
        let dead = current()
        recorder.measure("Get Position") { client.get("Position") }
        recorder.measure("Get Metadata") { client.get("Metadata") }
        recorder.measure("GetAll of Player") { client.getAll(of: Client.player) }
        recorder.measure("GetAll of TrackList") { client.getAll(of: Self.trackList) }
        recorder.measure("GetAll of Queue1") { client.getAll(of: Self.queue) }
        recorder.measure("GetAll of Control1") { client.getAll(of: Self.control) }
        recorder.measure("GetAll of Crossfade1") { client.getAll(of: Self.crossfade) }
        recorder.measure("List, 100 entries") { client.call(Self.queue, "List", .uint32(place), .uint32(100)) }
        recorder.measure("List, as many as there may be") {
            client.call(Self.queue, "List", .uint32(place), .uint32(.max))
        }
        let tracks = client.get("Tracks", of: Self.trackList)?.asObjectPaths ?? []
        recorder.measure("GetTracksMetadata, \(tracks.count) tracks") {
            client.call(Self.trackList, "GetTracksMetadata", .objectPaths(tracks))
        }
        recorder.measure("Set Volume") { client.set("Volume", to: .double(Double(round % 10) / 10)) }
        recorder.measure("Set LoopStatus") {
            client.set("LoopStatus", to: .string(round % 2 == 0 ? "Playlist" : "None"))
        }
        recorder.measure("PlayPause") { client.call(Client.player, "PlayPause") }
        recorder.measure("PlayPause") { client.call(Client.player, "PlayPause") }
        recorder.measure("Seek") { client.call(Client.player, "Seek", .int64(1_000_000)) }
        // Only now and then, so that there is time in between to write so long an order to the disk.
        if round % 20 == 0 {
            recorder.measure("Set Shuffle") { client.set("Shuffle", to: .boolean(round % 40 == 0)) }
        }
        var added: [String] = []
        recorder.measure("Insert") {
            added =
                client.call(Self.queue, "Insert", file, .string("first"), Self.noTrack, .boolean(false), Self.noDetails)
                .first?.asObjectPaths ?? []
        }
        recorder.measure("Move") {
            client.call(Self.queue, "Move", added.first.map { .objectPath($0) } ?? dead, .string("last"), Self.noTrack)
        }
        recorder.measure("Remove") { client.call(Self.queue, "Remove", .objectPaths(added)) }
        recorder.measure("Next") { client.call(Client.player, "Next") }
        recorder.measure("Previous") { client.call(Client.player, "Previous") }
        recorder.measure("GoTo") { client.call(Self.trackList, "GoTo", dead) }
        recorder.measure("RemoveTrack") { client.call(Self.trackList, "RemoveTrack", dead) }
    }

    /// Returns the current track, which is still loading.
    private func current() -> BusValue {
        .objectPath(client.get("Metadata")?.asProperties?["mpris:trackid"]?.asObjectPath ?? "/")
    }
}

/// The times of each kind of call.
struct Recorder {
    private let client: Client
    private var names: [String] = []
    private var times: [String: [Int64]] = [:]

    init(client: Client) { self.client = client }

    mutating func measure(_ name: String, _ body: () -> Void) {
        if times[name] == nil { names.append(name) }
        times[name, default: []] += client.times(1, body)
    }

    func table(title: String) -> Table {
        var table = Table(title: title)
        for name in names { table.add(name, times[name] ?? []) }
        return table
    }
}
