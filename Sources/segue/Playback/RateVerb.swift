import ArgumentParser
import SDBus
import SegueClient

struct RateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show or set the rating of the current track.",
        discussion:
            "A rating is 0 to 5 stars, or `none`. The player stores ratings; files are not changed. "
            + "`segue search rating:5` finds such tracks.")

    @Argument(
        help: ArgumentHelp("0 to 5, or none.", valueName: "stars"),
        completion: .list(["0", "1", "2", "3", "4", "5", "none"]))
    var stars: String?

    /// The rating; nil for a text that is not a rating.
    private var rating: Double? {
        stars == "none" ? -1 : stars.flatMap(Int.init).flatMap { (0...5).contains($0) ? Double($0) / 5 : nil }
    }

    func validate() throws {
        guard let stars, rating == nil else { return }
        throw ValidationError("'\(stars)' is not a rating: write a number from 0 to 5, or none.")
    }

    func run() throws {
        let client = try PlayerClient.connect()
        let track = try client.currentTrack()
        guard let rating else {
            return Terminal.standardOutput.writeLine(track.stars.map { "\(Int($0.rounded()))" } ?? "none")
        }
        try client.rate(track, rating)
    }
}

struct LoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "love", abstract: "Make the current track a favourite.",
        discussion:
            "A favourite has four or five stars (`segue rate`). `on`, the default, gives five; `off` removes them.")

    @OptionGroup var value: SwitchArgument

    func run() throws {
        let client = try PlayerClient.connect()
        let track = try client.currentTrack()
        let wanted =
            switch value.value {
            case nil, .on: true
            case .off: false
            case .toggle: !track.isFavourite
            }
        if wanted != track.isFavourite { try client.rate(track, wanted ? 1 : -1) }
        if value.value == .toggle { Terminal.standardOutput.writeLine(wanted ? "on" : "off") }
    }
}

extension PlayerClient {
    /// Returns the current track. Throws a failure if there is none.
    fileprivate func currentTrack() throws -> TrackSummary {
        guard let track = try TrackSummary(metadata: property("Metadata", of: .player).asProperties ?? [:]) else {
            throw CommandFailure("There is no current track.")
        }
        return track
    }

    /// Sets the rating, 0…1. A negative number removes the rating.
    fileprivate func rate(_ track: TrackSummary, _ rating: Double) throws {
        try call("SetRating", on: .control, [.objectPath(track.id), .double(rating)])
    }
}
