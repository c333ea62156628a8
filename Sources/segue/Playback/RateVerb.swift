import ArgumentParser
import SDBus
import SegueClient
import SegueMPRIS

struct RateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show or set the stars of the current track.",
        discussion:
            "From 0 to 5, or `none`. Kept by the player; files are not changed. `segue search rating:5` finds them.")

    @Argument(
        help: ArgumentHelp("0 to 5, or none.", valueName: "stars"),
        completion: .list(["0", "1", "2", "3", "4", "5", "none"]))
    var stars: String?

    /// Nil for a text that is no rating.
    private var rating: Double? {
        stars == "none" ? -1 : stars.flatMap(Int.init).flatMap { (0...5).contains($0) ? Double($0) / 5 : nil }
    }

    func validate() throws {
        guard let stars, rating == nil else { return }
        throw ValidationError("'\(stars)' is no rating: write a number from 0 to 5, or none.")
    }

    func run() throws {
        let client = try PlayerClient.connect()
        let metadata = try client.property("Metadata", of: .player).asProperties ?? [:]
        guard let entry = metadata["mpris:trackid"]?.asObjectPath, entry != TrackPath.none else {
            throw CommandFailure("There is no current track.")
        }
        guard let rating else {
            let stars = metadata["xesam:userRating"]?.asShare.map { "\(Int(($0 * 5).rounded()))" }
            return Terminal.standardOutput.writeLine(stars ?? "none")
        }
        try client.call("SetRating", on: .control, [.objectPath(entry), .double(rating)])
    }
}
