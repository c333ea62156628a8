import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct PlayVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play these now, or resume playback.",
        discussion: """
            Starts the player if none is running. Without arguments, resumes after a pause or a stop. Returns when the \
            first track is heard. If nothing can be played, reports why, and the former track continues. A single name \
            that matches no file is the name of a playlist (`segue playlist list`).

            \(leftOutRule)
            """)

    /// The rule shared by all verbs that take files.
    static let leftOutRule =
        "Files that can't be played are left out and named on stderr, and the rest plays. "
        + "The exit status is 1 if nothing is left."

    @Argument(
        help: "Files, folders, playlists or http(s) streams, or the name of a playlist. They replace the queue.",
        completion: Completions.playlists)
    var files: [String] = []

    @Option(help: LibrarySearch.optionHelp, completion: Completions.artists)
    var search: String?

    @Option(
        help: ArgumentHelp("Play the album of this name from the music folders.", valueName: "name"),
        completion: Completions.albums)
    var album: String?

    @Flag(help: "Play a random album of the music folders, each once before any is repeated.")
    var randomAlbum = false

    @Flag(help: "Play the results of --search in random order; without --search, all tracks of the music folders.")
    var random = false

    func validate() throws {
        guard !random || album == nil && !randomAlbum && files.isEmpty else {
            throw ValidationError("--random goes with --search, or plays all tracks of the music folders.")
        }
        let sources = [search != nil, album != nil, randomAlbum, !files.isEmpty].count(where: \.self)
        guard sources <= 1 else {
            throw ValidationError("Files, --search, --album and --random-album exclude one another.")
        }
    }

    func run() throws {
        let uris: [String]
        do {
            uris = try named()
        } catch let failure as CommandFailure where files.count == 1 {
            let (client, playlist) = try PlayerClient.playlist(insteadOf: files[0], failure)
            return try client.play(playlist)
        }
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        if uris.isEmpty {
            try client.call("Resume", on: .control, timeout: PlayerClient.navigationTimeout)
        } else {
            try client.replaceQueue(uris)
        }
    }

    /// Returns the URIs to play; empty to resume what was paused.
    private func named() throws -> [String] {
        if random { return try LibraryAccess.uris(search ?? "").shuffled() }
        if let search { return try LibraryAccess.uris(search) }
        if let album { return try LibraryAccess.uris(ofAlbum: album) }
        return try randomAlbum ? LibraryAccess.urisOfRandomAlbum() : ResourceArgument.uris(files)
    }
}

extension PlayerClient {
    /// Replaces the queue with `uris` and plays them. Returns once they are in the queue, however long reading their
    /// folders takes.
    func replaceQueue(_ uris: [String]) throws {
        try callAndScan("Replace", uris, [.boolean(true)])
    }
}
