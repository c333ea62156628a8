public import ArgumentParser
import SDBus
import SegueClient
import SegueKit
import SegueMPRIS

struct QueueSortVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sort", abstract: "Sort the queue.",
        discussion: """
            By title; by artist, album, disc and track; by album, disc and track; by disc and track; by length; or \
            for smooth transitions, with neighbours that match in tempo and level, starting with the current track. \
            Entries with unknown values come last. With shuffle on, the play order is sorted, and the order without \
            shuffle stays.
            """)

    @Argument(
        help: "title, artist, album, track, length or smooth", completion: .list(SortKey.allCases.map(\.rawValue)))
    var key = SortKey.artist

    func run() throws {
        try PlayerClient.connect().call("Sort", on: .queue, [.string(key.rawValue)])
    }
}

extension SortKey: ExpressibleByArgument {}

struct QueueDedupeVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dedupe", abstract: "Remove duplicates from the queue.",
        discussion: "Of each file or stream, the current entry stays, or else the first one.")

    func run() throws {
        try PlayerClient.connect().call("Dedupe", on: .queue)
    }
}

struct QueueCropVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop", abstract: "Remove all entries except the current track, or except these.")

    @Argument(help: ArgumentHelp(PlaceRanges.help), completion: Completions.places)
    var places: [String] = []

    func validate() throws { try PlaceRanges.validate(places) }

    func run() throws {
        let client = try PlayerClient.connect()
        var entries = try PlaceRanges.entries(at: places, of: client)
        if places.isEmpty {
            guard let current = try client.property("CurrentIndex", of: .queue).asCount else {
                throw CommandFailure("The queue is empty.")
            }
            entries = [try client.queueEntry(at: current + 1).id]
        }
        try client.call("Crop", on: .queue, [.objectPaths(entries)])
    }
}

struct QueueInsertVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insert", abstract: "Insert these at a place in the queue.",
        discussion: "The new entries begin at this place. \(NamedResources.rule) \(PlayVerb.leftOutRule)")

    @Argument(help: "The place, counted from 1.", completion: Completions.places)
    var place: Int

    @OptionGroup var resources: NamedResources

    func validate() throws {
        guard place >= 1 else { throw ValidationError("Places in the queue are counted from 1.") }
    }

    func run() throws {
        let uris = try resources.uris()
        let client = try PlayerClient.connect()
        let predecessor = try client.queueEntry(before: place)
        try client.callAndScan(
            "Insert", uris,
            [
                .string(predecessor == nil ? "first" : "after"), .objectPath(predecessor?.id ?? TrackPath.none),
                .boolean(false),
            ])
    }
}
