import ArgumentParser
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

struct LibraryImportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import play counts and ratings from another player.",
        discussion: """
            Imports from Rhythmbox, Strawberry and Clementine, if their libraries exist. The greater number of plays \
            and the later last play count, and ratings that were given in Segue stay. The files of the other players \
            are not changed. Importing again changes nothing.
            """)

    @Option(help: "Import only from rhythmbox, strawberry or clementine.")
    var from: OtherPlayer?

    @Flag(help: "Print what would be imported, and change nothing.")
    var dryRun = false

    /// The largest number of tracks in one call.
    private static let page = 500

    func run() throws {
        let players = (from.map { [$0] } ?? OtherPlayer.allCases).filter(\.isThere)
        guard !players.isEmpty else {
            guard let from else {
                let names = OtherPlayer.allCases.map(\.title).joined(separator: ", ")
                throw CommandFailure("There is no library of another player: \(names).")
            }
            throw CommandFailure("\(from.path): there is no such file.")
        }
        let session = "\(UserFolder.state(ofInstance: PlayerInstance.chosen.name))/session.sqlite"
        for player in players {
            let found: [PlaysOfTrack]
            do {
                found = try player.read()
            } catch {
                throw CommandFailure("\(player.path) can't be read: \(error).")
            }
            let change = ListeningChange(found, session: session)
            if !dryRun, !change.tracks.isEmpty { try handOver(change.tracks) }
            let verb = dryRun ? "would get" : "got"
            let tracks = found.count == 1 ? "1 track" : "\(found.count) tracks"
            Terminal.standardOutput.writeLine(
                "\(player.title): \(tracks) with plays or stars; \(change.plays) \(verb) plays, "
                    + "\(change.ratings) \(verb) stars.")
        }
    }

    private func handOver(_ tracks: [PlaysOfTrack]) throws {
        let client = try PlayerClient()
        try DaemonLauncher.ensureRunning(client)
        let rows = tracks.map { track in
            BusValue.structure([
                .string(track.uri), .int64(Int64(track.plays)), .int64(track.lastPlayed ?? 0),
                .double(track.rating ?? -1),
            ])
        }
        for start in stride(from: 0, to: rows.count, by: Self.page) {
            let part = Array(rows[start..<min(start + Self.page, rows.count)])
            try client.call("MergePlays", on: .library, [.array(of: "(sxxd)", part)])
        }
    }
}

extension OtherPlayer: ExpressibleByArgument {}
