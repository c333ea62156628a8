import ArgumentParser
import SDBus
import SegueClient

struct PlayVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play these now, or go on playing.",
        discussion: """
            Starts the player if none runs. Without arguments, what was paused or stopped goes on. Returns when it is \
            heard, or says why it can't be; what played then goes on.

            \(leftOutRule)
            """)

    /// The same rule for all verbs that take files.
    static let leftOutRule =
        "What can't be played is left out and named on stderr, the rest plays; "
        + "the exit status is 1 when nothing is left."

    @Argument(help: "Files, folders, playlists or http(s) streams; they replace the queue.", completion: .file())
    var files: [String] = []

    func run() throws {
        let uris = try ResourceArgument.uris(files)
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        if uris.isEmpty {
            try client.call("Resume", on: .control, timeout: PlayerClient.navigationTimeout)
        } else {
            try client.replaceQueue(uris)
        }
    }
}

extension PlayerClient {
    /// Plays `uris` in place of what is in the queue. Returns when they are in the queue, however long it takes to read
    /// their folders.
    func replaceQueue(_ uris: [String]) throws {
        try callAndScan("Replace", uris, [.boolean(true)])
    }
}
