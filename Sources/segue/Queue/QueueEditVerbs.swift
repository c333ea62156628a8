import ArgumentParser
import SDBus
import SegueClient
import SegueMPRIS

struct QueueMoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move an entry to another place.")

    @Argument(help: "The current place, counted from 1.", completion: Completions.places)
    var from: Int

    @Argument(help: "The new place.", completion: Completions.places)
    var to: Int

    func validate() throws {
        guard from >= 1, to >= 1 else { throw ValidationError("Places in the queue are counted from 1.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        let entry = try client.queueEntry(at: from)
        let target = try client.queueEntry(at: to)
        guard from != to else { return }
        // Once the entry has moved, every entry after `from` moves up by one.
        let predecessor = to == 1 ? nil : to > from ? target : try client.queueEntry(at: to - 1)
        try client.call(
            "Move", on: .queue,
            [
                .objectPath(entry.id), .string(predecessor == nil ? "first" : "after"),
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
