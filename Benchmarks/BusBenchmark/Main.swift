import EventLoop
import SDBus
import SegueTestSupport

/// Measures the cost of a desktop's calls, with the built command on a private bus, all in one run. Every figure is
/// also given as a multiple of a `Ping`, which takes the same path through the bus and does no work.
@main
enum BusBenchmark {
    static func main() throws {
        let folder = try MusicFolder(tracks: 1000)
        let daemon = try PrivateBusDaemon()
        let loop = try EventLoop()
        let bus = try Bus.openAddress(daemon.address, on: loop)
        let client = try Client(bus: bus, loop: loop)
        let player = try PlayerProcess(playing: folder, address: daemon.address)
        defer { player.end() }
        client.wait("the first track to play") { client.status == "Playing" }

        var table = Table(title: "With 1,000 tracks")
        table.add("Ping", client.times(500) { client.call("org.freedesktop.DBus.Peer", "Ping") })
        table.add("Get Position", client.times(500) { client.get("Position") })
        table.add("Get Metadata", client.times(500) { client.get("Metadata") })
        table.add(
            "PlayPause to PropertiesChanged",
            client.times(50) { client.callAndAwait("PlayPause", "PlaybackStatus") })
        table.add("Next to its Metadata", client.times(200) { client.callAndAwait("Next", "Metadata") })
        table.add("Next to its Metadata, 200 in 1 s", client.storm(200, every: 5_000_000))
        client.wait("all answers") { client.unanswered == 0 }
        table.print()

        try LongQueue(client: client, folder: folder).measure()
    }
}
