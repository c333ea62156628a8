import ArgumentParser
import SDBus
import SegueClient
import SegueMPRIS

struct QueueMoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Put the entry at one place to another.")

    @Argument(help: "Where it is, counted from 1.", completion: Completions.places)
    var from: Int

    @Argument(help: "Where it will be.", completion: Completions.places)
    var to: Int

    func validate() throws {
        guard from >= 1, to >= 1 else { throw ValidationError("Places in the queue are counted from 1.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        let entry = try client.queueEntry(at: from)
        let target = try client.queueEntry(at: to)
        guard from != to else { return }
        // Every entry behind `from` moves up by one once that entry has gone.
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
        commandName: "remove", abstract: "Take entries out of the queue.",
        discussion: "Where the current track is among them, the player goes on to the one after it.")

    @Argument(
        help: "Places counted from 1, or ranges such as 3-5.", completion: Completions.places)
    var places: [String]

    func validate() throws {
        for place in places where Self.range(place) == nil {
            throw ValidationError("'\(place)' is no place in the queue: write 3, or 3-5.")
        }
    }

    private static func range(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first >= 1, first <= last
        else { return nil }
        return first...last
    }

    func run() throws {
        let client = try PlayerClient.connect()
        var entries: [String] = []
        for range in places.compactMap(Self.range) {
            // Both ends are looked up first: a range that reaches beyond the queue removes nothing.
            _ = try client.queueEntry(at: range.upperBound)
            var place = range.lowerBound
            while place <= range.upperBound {
                let page = try client.queueEntries(from: place - 1, limit: range.upperBound - place + 1)
                guard !page.isEmpty else { break }
                entries += page.map(\.id)
                place += page.count
            }
        }
        try client.call("Remove", on: .queue, [.objectPaths(entries)])
    }
}

struct QueueClearVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty the queue and stop.")

    func run() throws {
        try PlayerClient.connect().call("Clear", on: .queue)
    }
}
