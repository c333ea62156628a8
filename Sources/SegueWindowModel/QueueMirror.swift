public import SegueClient

/// A copy of the player's queue, kept up to date by the signals of `Queue1`.
///
/// The list is read page by page. An edit between two pages changes the revision, and the reading starts over, so
/// signals that come meanwhile need not be heeded.
public struct QueueMirror: Sendable {
    /// At `place`, `removed` rows have been replaced by `added` others.
    public struct Change: Equatable, Sendable {
        public var place: Int
        public var removed: Int
        public var added: Int

        public init(place: Int, removed: Int, added: Int) {
            self.place = place
            self.removed = removed
            self.added = added
        }

        /// This change and the one after it, as one. `count` is how many rows there are behind both.
        public func followed(by next: Change, count: Int) -> Change {
            let between = count - next.added + next.removed
            let before = between - added + removed
            let start = min(place, next.place)
            let end = min(between - place - added, between - next.place - next.removed)
            return Change(place: start, removed: before - start - end, added: count - start - end)
        }
    }

    /// The reading of a list that is not complete yet.
    private struct Reading: Sendable {
        var revision: UInt64?
        var rows: [QueueRow] = []
        /// Whether rows are shown as they come, since there were none before.
        var isShown: Bool
    }

    /// The entries in play order, as far as they are known.
    public private(set) var rows: [QueueRow] = []
    private var reading: Reading?

    /// An empty queue.
    public init() {}

    /// Whether the list is still being read.
    public var isReading: Bool { reading != nil }

    /// The place of an entry; nil for one that is not in the queue.
    public func place(of id: String) -> Int? { rows.firstIndex { $0.id == id } }

    // MARK: - Reading

    /// Begins to read the list anew; returns where the first page begins.
    public mutating func read() -> Int {
        reading = Reading(isShown: rows.isEmpty)
        return 0
    }

    /// Takes a page; returns what has changed, and where the next page begins, nil behind the last one.
    public mutating func take(
        page: [TrackSummary], revision: UInt64
    ) -> (change: Change?, next: Int?) {
        guard var reading else { return (nil, nil) }
        if let known = reading.revision, known != revision {
            let change = reading.isShown ? replace([]) : nil
            return (change, read())
        }
        reading.revision = revision
        let new = page.map { QueueRow($0) }
        guard !reading.isShown else {
            let change = Change(place: rows.count, removed: 0, added: new.count)
            rows += new
            self.reading = new.isEmpty ? nil : reading
            return new.isEmpty ? (nil, nil) : (change, rows.count)
        }
        reading.rows += new
        self.reading = new.isEmpty ? nil : reading
        return new.isEmpty ? (replace(reading.rows), nil) : (nil, reading.rows.count)
    }

    /// Forgets everything: the player is gone.
    public mutating func clear() -> Change? {
        reading = nil
        return replace([])
    }

    /// Takes over a list of which most may be as before.
    private mutating func replace(_ new: [QueueRow]) -> Change? {
        let shared = min(rows.count, new.count)
        var start = 0
        while start < shared, rows[start] == new[start] { start += 1 }
        var end = 0
        while end < shared - start, rows[rows.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        let change = Change(place: start, removed: rows.count - start - end, added: new.count - start - end)
        rows = new
        return change.removed == 0 && change.added == 0 ? nil : change
    }

    // MARK: - Edits

    /// New entries, behind the entry `after`; nil for the beginning. Nil if there is nothing to be shown.
    public mutating func insert(_ tracks: [TrackSummary], after: String?) -> Change? {
        guard !isReading, let place = self.place(behind: after) else { return nil }
        rows.insert(contentsOf: tracks.map { QueueRow($0) }, at: place)
        return Change(place: place, removed: 0, added: tracks.count)
    }

    /// Entries that have gone.
    public mutating func remove(_ ids: [String]) -> Change? {
        guard !isReading else { return nil }
        let gone = Set(ids)
        guard let first = rows.firstIndex(where: { gone.contains($0.id) }),
            let last = rows.lastIndex(where: { gone.contains($0.id) })
        else { return nil }
        let kept = rows[first...last].filter { !gone.contains($0.id) }
        rows.replaceSubrange(first...last, with: kept)
        return Change(place: first, removed: last - first + 1, added: kept.count)
    }

    /// An entry that has gone behind another one; nil for the beginning.
    public mutating func move(_ id: String, after: String?) -> Change? {
        guard !isReading, let from = place(of: id) else { return nil }
        let row = rows.remove(at: from)
        guard let to = place(behind: after) else {
            rows.insert(row, at: from)
            return nil
        }
        rows.insert(row, at: to)
        let low = min(from, to)
        let count = max(from, to) - low + 1
        return from == to ? nil : Change(place: low, removed: count, added: count)
    }

    /// More is known of entries. Also of those on pages that have been read: the reading does not start over for this.
    public mutating func update(_ tracks: [TrackSummary]) -> [Change] {
        let news = Dictionary(tracks.map { ($0.id, QueueRow($0)) }) { _, last in last }
        for index in reading?.rows.indices ?? 0..<0 {
            if let row = (reading?.rows[index].id).flatMap({ news[$0] }) { reading?.rows[index] = row }
        }
        var changes: [Change] = []
        for place in rows.indices {
            guard let row = news[rows[place].id], row != rows[place] else { continue }
            rows[place] = row
            changes.append(Change(place: place, removed: 1, added: 1))
        }
        return changes
    }

    private func place(behind id: String?) -> Int? {
        guard let id else { return 0 }
        return place(of: id).map { $0 + 1 }
    }
}
