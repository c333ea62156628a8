import ArgumentParser
import SDBus

/// Metadata of a stream, shown until the stream announces its own.
struct StreamDetails: ParsableArguments {
    @Option(help: ArgumentHelp("The title of the stream, until the stream announces its own.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("An artist of the stream; can be repeated.", valueName: "name"))
    var artist: [String] = []

    @Option(help: ArgumentHelp("The album, station or podcast of the stream.", valueName: "name"))
    var album: String?

    @Option(
        help: ArgumentHelp("The cover of the stream: a file, or an http(s) address.", valueName: "picture"),
        completion: .file())
    var cover: String?

    /// Returns the metadata of the named stream, with the keys of MPRIS. Throws a failure for a file, and for several
    /// streams.
    func properties(for uris: [String]) throws -> [String: [String: BusValue]] {
        var properties: [String: BusValue] = [:]
        properties["xesam:title"] = title.map { .string($0) }
        properties["xesam:artist"] = artist.isEmpty ? nil : .strings(artist)
        properties["xesam:album"] = album.map { .string($0) }
        properties["mpris:artUrl"] = try cover.map { .string(try ResourceArgument.uris([$0])[0]) }
        guard !properties.isEmpty else { return [:] }
        guard uris.count == 1, uris[0].hasPrefix("http") else {
            throw CommandFailure(
                "--title, --artist, --album and --cover describe one http(s) stream; files have their own tags.")
        }
        return [uris[0]: properties]
    }
}
