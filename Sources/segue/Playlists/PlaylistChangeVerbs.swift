import ArgumentParser
import SDBus
import SegueClient

struct PlaylistAddVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put these at the end of a saved playlist.",
        discussion: "Makes the playlist where there is none. \(NamedResources.rule) \(PlayVerb.leftOutRule)")

    @Argument(help: "The name of the playlist.", completion: Completions.playlists)
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
        commandName: "rename", abstract: "Give a saved playlist another name.")

    @Argument(help: "The name of the playlist.", completion: Completions.playlists)
    var name: String

    @Argument(help: "Its new name.")
    var to: String

    func run() throws {
        try PlayerClient.connect().call("Rename", on: .savedPlaylists, [.string(name), .string(to)])
    }
}

struct PlaylistRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a saved playlist away; the last one can be restored.")

    @Argument(help: "The name of the playlist.", completion: Completions.playlists)
    var name: String

    func run() throws {
        try PlayerClient.connect().call("Remove", on: .savedPlaylists, [.string(name)])
    }
}

struct PlaylistRestoreVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring back the playlist that was removed last.")

    @Argument(help: "The name of the playlist.")
    var name: String

    func run() throws {
        try PlayerClient.connect().call("Restore", on: .savedPlaylists, [.string(name)])
    }
}
