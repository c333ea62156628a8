import SDBus
import SegueClient

extension PlayerClient {
    /// Returns one page of the queue: at most `limit` entries from `offset` on, in play order. The player may return
    /// fewer.
    func queueEntries(from offset: Int, limit: Int) throws -> [TrackSummary] {
        let reply = try call("List", on: .queue, [.uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 2 else { throw CommandFailure("The player answered with something that is no queue.") }
        return (reply[1].asArray ?? []).compactMap { $0.asProperties.flatMap(TrackSummary.init(metadata:)) }
    }

    /// Calls `body` with successive pages of the queue and their offsets, until `body` returns false.
    func forEachPage(_ body: (_ offset: Int, _ page: [TrackSummary]) -> Bool) throws {
        var offset = 0
        while true {
            let page = try queueEntries(from: offset, limit: .max)
            guard !page.isEmpty, body(offset, page) else { return }
            offset += page.count
        }
    }

    /// Returns the entry at a queue position, counted from 1.
    ///
    /// Throws `CommandFailure` if the queue is shorter.
    func queueEntry(at place: Int) throws -> TrackSummary {
        guard place >= 1, let entry = try queueEntries(from: place - 1, limit: 1).first else {
            let count = try property("Count", of: .queue).asCount ?? 0
            let extent = count == 1 ? "1 entry" : "\(count) entries"
            throw CommandFailure("There is no place \(place) in the queue: it has \(extent).")
        }
        return entry
    }

    /// Returns the entry before an insertion position, counted from 1; nil for the first position. The last position is
    /// the one after all entries.
    ///
    /// Throws `CommandFailure` for a position beyond the last one.
    func queueEntry(before place: Int) throws -> TrackSummary? {
        guard place > 1 else { return nil }
        if let entry = try queueEntries(from: place - 2, limit: 1).first { return entry }
        let count = try property("Count", of: .queue).asCount ?? 0
        throw CommandFailure(
            "Nothing can be put at place \(place): the queue has \(count) entries, so its last place is \(count + 1).")
    }
}
