import ArgumentParser
import SDBus
import SegueMPRIS

struct AddVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Append these to the queue.",
        discussion:
            "Starts the player if none is running. A single name that matches no file is the name of a playlist. "
            + "\(NamedResources.rule) \(PlayVerb.leftOutRule)")

    @Flag(help: "Insert them after the current track instead.")
    var next = false

    @OptionGroup var details: StreamDetails

    @OptionGroup var resources: NamedResources

    func run() throws {
        let uris: [String]
        do {
            uris = try resources.uris()
        } catch let failure as CommandFailure where resources.files.count == 1 && resources.files != ["-"] {
            let (client, playlist) = try PlayerClient.playlist(insteadOf: resources.files[0], failure)
            uris = try client.tracks(of: playlist).map(\.location)
            guard !uris.isEmpty else { throw CommandFailure("\(playlist.name): the playlist is empty.") }
        }
        let known = try details.properties(for: uris)
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        try client.callAndScan(
            "Insert", uris, [.string(next ? "next" : "last"), .objectPath(TrackPath.none), .boolean(false)],
            details: known)
    }
}
