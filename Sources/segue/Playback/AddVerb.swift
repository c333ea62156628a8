import ArgumentParser
import SDBus
import SegueMPRIS

struct AddVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Append these to the queue.",
        discussion: "Starts the player if none is running. \(NamedResources.rule) \(PlayVerb.leftOutRule)")

    @Flag(help: "Insert them after the current track instead.")
    var next = false

    @OptionGroup var details: StreamDetails

    @OptionGroup var resources: NamedResources

    func run() throws {
        let uris = try resources.uris()
        let known = try details.properties(for: uris)
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        try client.callAndScan(
            "Insert", uris, [.string(next ? "next" : "last"), .objectPath(TrackPath.none), .boolean(false)],
            details: known)
    }
}
