import ArgumentParser
import SDBus
import SegueKit

struct DaemonVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Run the player in the foreground.",
        discussion: """
            Plays the files immediately if any are named. If a player is already running, the files go to that player, \
            unless --new-instance starts a second one. `--instance NAME` runs the player of that name, with a separate \
            session.
            """)

    @Option(
        help: ArgumentHelp(
            "The audio output: auto, a device of `segue output list`, null, file:PATH or a GStreamer sink.",
            valueName: "sink"),
        completion: Completions.outputs())
    var output: String?

    @Flag(help: "Start a second player beside a running one.")
    var newInstance = false

    @Flag(help: "Write every step to stderr, not only problems.")
    var verbose = false

    @Argument(help: "Files, folders, playlists or http(s) streams.", completion: .file())
    var files: [String] = []

    func run() throws {
        let uris = try ResourceArgument.uris(files)
        let name = PlayerInstance.chosen.name
        if name == nil, newInstance { return try start(uris, as: .anotherInstance) }
        guard try !handOver(uris) else { return }
        try start(uris, as: name.map { .named($0) } ?? .single)
    }

    private func start(_ uris: [String], as presence: ServiceOptions.Presence) throws {
        let scan = ScanLine()
        let options = PlayerDaemon.Options(
            output: output, presence: presence, uris: uris,
            analyser: [Executable.path, "analyse", "--json", "--curves"],
            titleReader: [Executable.path, "titles"], libraryFollower: [Executable.path, "library", "follow"],
            version: Version.text, verbose: verbose,
            log: { sentence in
                // A status line may already be on the terminal, if both programs share it.
                let start = Terminal.standardError.isTerminal ? "\r\u{1B}[K" : ""
                Terminal.standardError.log("\(start)segue: \(printable(sentence))")
            },
            scanning: { scan.show($0) })
        switch PlayerDaemon.run(options) {
        case .regular: return
        case .failed: throw ExitCode.failure
        case .nameTaken:
            // The other player began after this one had looked for it.
            guard try !handOver(uris) else { return }
            throw CommandFailure("Another player has acquired the name on the session bus, and ended.")
        }
    }

    /// Passes the files to the running player. Returns false if none is running, or if there is no session bus: a new
    /// player can play without a bus.
    private func handOver(_ uris: [String]) throws -> Bool {
        guard let client = try? PlayerClient(), client.name != nil else { return false }
        guard !uris.isEmpty else {
            throw CommandFailure("A player is already running. `segue daemon --new-instance` starts a second one.")
        }
        guard output == nil else {
            throw CommandFailure(
                "A player is already running and keeps its output. "
                    + "`\(PlayerInstance.chosen.command) output` changes it, "
                    + "`segue daemon --new-instance` starts a second one.")
        }
        try client.replaceQueue(uris)
        Terminal.standardError.writeLine("segue: A player is already running; it plays these now.")
        return true
    }
}
