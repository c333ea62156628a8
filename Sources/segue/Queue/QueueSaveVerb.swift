import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct QueueSaveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the queue as a playlist.",
        discussion: """
            The playlist is saved in play order in $XDG_DATA_HOME/segue/playlists, where the widgets of the desktop \
            find it. Prints the path of the file.
            """)

    @Argument(help: "The name of the playlist.")
    var name: String

    @Flag(help: "Replace a playlist of this name.")
    var replace = false

    func run() throws {
        let reply = try PlayerClient.connect().call(
            "Save", on: .queue, [.string(name), .boolean(replace)], timeout: PlayerClient.scanTimeout,
            remedies: [.fileExists: "`--replace` replaces it."])
        guard let uri = reply.first?.asString else {
            throw CommandFailure("The player did not report the path of the playlist.")
        }
        Terminal.standardOutput.writeLine(ResourceName.path(of: uri) ?? uri)
    }
}
