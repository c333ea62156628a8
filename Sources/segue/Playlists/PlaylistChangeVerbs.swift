import ArgumentParser
import SDBus
import SegueClient

struct PlaylistAddVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Append these to a saved playlist.",
        discussion: "Creates the playlist if it does not exist. \(NamedResources.rule) \(PlayVerb.leftOutRule)")

    @Argument(help: "The name of the playlist.", completion: Completions.changeablePlaylists)
    var name: String

    @OptionGroup var resources: NamedResources

    func run() throws {
        let uris = try resources.uris()
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        let reply = try client.call(
            "Append", on: .savedPlaylists, [.string(name), .strings(uris)], timeout: PlayerClient.scanTimeout)
        for sentence in reply.first?.asStrings ?? [] { Terminal.tellLeftOut(sentence) }
    }
}

struct PlaylistRenameVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a saved playlist.")

    @Argument(help: "The name of the playlist.", completion: Completions.changeablePlaylists)
    var name: String

    @Argument(help: "The new name.")
    var to: String

    func run() throws {
        try PlayerClient.connect().call("Rename", on: .savedPlaylists, [.string(name), .string(to)])
    }
}

struct PlaylistRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a saved playlist, which can be restored.")

    @Argument(help: "The name of the playlist.", completion: Completions.changeablePlaylists)
    var name: String

    func run() throws {
        try PlayerClient.connect().call("Remove", on: .savedPlaylists, [.string(name)])
    }
}

struct PlaylistRestoreVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Undo the last change of a playlist; again for the ones before it.")

    @Argument(help: "The name of the playlist.")
    var name: String

    func run() throws {
        try PlayerClient.connect().call("Restore", on: .savedPlaylists, [.string(name)])
    }
}
