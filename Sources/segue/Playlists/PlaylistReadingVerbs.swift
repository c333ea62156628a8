import ArgumentParser
import SDBus
import SegueClient
import SegueCore
import SegueKit

struct PlaylistListVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the names of all playlists.",
        discussion: """
            With --json, an array of objects with name, id and kind: tracks or search, which can be changed, or foreign.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let client = try PlayerClient.connect()
        let playlists = try client.playlists()
        guard json else {
            for playlist in playlists { Terminal.standardOutput.writeLine(printable(playlist.name)) }
            return
        }
        let kinds = try client.playlistKinds()
        let objects = playlists.map { playlist in
            JSONValue.object([
                ("name", .string(playlist.name)), ("id", .string(playlist.path)),
                ("kind", .string(kinds[playlist.path] ?? "foreign")),
            ])
        }
        Terminal.standardOutput.writeLine(JSONValue.array(objects).text)
    }
}

struct PlaylistShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the tracks of a playlist.",
        discussion: "With --json, an array of objects with location and title; a title that the file lacks is null.")

    @Flag(help: "Print one JSON array.")
    var json = false

    @Argument(help: "The name of the playlist.", completion: Completions.playlists)
    var name: String

    func run() throws {
        let client = try PlayerClient.connect()
        let playlist = try client.knownPlaylist(named: name)
        let tracks = try client.tracks(of: playlist)
        guard !json else {
            let objects = tracks.map { track in
                JSONValue.object([("location", .string(track.location)), ("title", .optional(track.title))])
            }
            return Terminal.standardOutput.writeLine(JSONValue.array(objects).text)
        }
        for (index, track) in tracks.enumerated() {
            let shown = track.title ?? ResourceName.path(of: track.location) ?? track.location
            Terminal.standardOutput.writeLine("\(index + 1)  \(printable(shown))")
        }
    }
}

struct PlaylistPlayVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Replace the queue with a playlist and play it.",
        discussion:
            "Starts the player if none is running. `segue play NAME` plays the playlist too, if a player is running "
            + "and no file has this name.")

    @Argument(help: "The name of the playlist.", completion: Completions.playlists)
    var name: String

    func run() throws {
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        try client.play(try client.knownPlaylist(named: name))
    }
}
