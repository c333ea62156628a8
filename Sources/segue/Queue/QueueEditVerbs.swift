import ArgumentParser
import SDBus
import SegueClient
import SegueMPRIS

struct QueueMoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move an entry, or a range of entries, to another place.")

    @Argument(help: "The current place, counted from 1, or a range such as 3-5.", completion: Completions.places)
    var from: String

    @Argument(help: "The new place of the first of them.", completion: Completions.places)
    var to: Int

    func validate() throws {
        try PlaceRanges.validate([from])
        guard to >= 1 else { throw ValidationError("Places in the queue are counted from 1.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        guard let range = PlaceRanges.range(from) else { return }
        let entries = try PlaceRanges.entries(at: [from], of: client)
        // Once the entries have moved, every entry after them moves up.
        let before = to > range.lowerBound ? to + range.count - 1 : to - 1
        _ = try client.queueEntry(at: to)
        let count = try client.property("Count", of: .queue).asCount ?? 0
        guard to + range.count - 1 <= count else {
            throw CommandFailure(
                "\(range.count) entries can't begin at place \(to): the queue has \(count) entries.")
        }
        guard to != range.lowerBound else { return }
        let predecessor = to == 1 ? nil : try client.queueEntry(at: before)
        try client.call(
            "MoveEntries", on: .queue,
            [
                .objectPaths(entries), .string(predecessor == nil ? "first" : "after"),
                .objectPath(predecessor?.id ?? TrackPath.none),
            ])
    }
}

struct QueueRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove entries from the queue.",
        discussion: "If the current track is among them, the player moves on to the following track.")

    @Argument(help: ArgumentHelp(PlaceRanges.help), completion: Completions.places)
    var places: [String]

    func validate() throws { try PlaceRanges.validate(places) }

    func run() throws {
        let client = try PlayerClient.connect()
        try client.call("Remove", on: .queue, [.objectPaths(try PlaceRanges.entries(at: places, of: client))])
    }
}

struct QueueClearVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty the queue and stop.")

    func run() throws {
        try PlayerClient.connect().call("Clear", on: .queue)
    }
}
