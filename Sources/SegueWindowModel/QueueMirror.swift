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
    }

    /// Names a page of the list: where it begins, and in which reading it was asked for. What was asked for in a
    /// reading that has been given up fits no other.
    public struct Page: Equatable, Sendable {
        public var reading: Int
        public var offset: Int

        public init(reading: Int, offset: Int) {
            self.reading = reading
            self.offset = offset
        }
    }

    /// The reading of a list that is not complete yet.
    private struct Reading: Sendable {
        /// The page that is awaited.
        var page: Page
        var revision: UInt64?
        var rows: [QueueRow] = []
        /// Whether rows are shown as they come, since there were none before.
        var isShown: Bool
        /// How often the awaited page could not be had.
        var failures = 0
    }

    /// A page that cannot be had so often is given up.
    private static let attempts = 3

    /// The entries in play order, as far as they are known.
    public private(set) var rows: [QueueRow] = []
    private var reading: Reading?
    /// How many readings have begun.
    private var readings = 0

    /// The addresses of covers. The entries of an album share one, and the memory for it.
    private var covers: Set<String> = []

    /// An empty queue.
    public init() {}

    private mutating func row(_ track: TrackSummary) -> QueueRow {
        var row = QueueRow(track)
        row.cover = row.cover.map { covers.insert($0).memberAfterInsert }
        return row
    }

    /// Whether the list is still being read.
    public var isReading: Bool { reading != nil }

    /// The place of an entry; nil for one that is not in the queue. With a hundred thousand entries it takes a while to
    /// look at all of them: one that is at `guess` is found at once.
    public func place(of id: String, guess: Int = 0) -> Int? {
        if rows.indices.contains(guess), rows[guess].id == id { return guess }
        return rows.firstIndex { $0.id == id }
    }

    // MARK: - Reading

    /// Begins to read the list anew; returns the first page.
    public mutating func read() -> Page {
        readings += 1
        let page = Page(reading: readings, offset: 0)
        reading = Reading(page: page, isShown: rows.isEmpty)
        return page
    }

    /// Takes a page; returns what has changed, and the next page, nil behind the last one. A page that is not awaited
    /// changes nothing.
    public mutating func take(
        _ page: Page, entries: [TrackSummary], revision: UInt64
    ) -> (change: Change?, next: Page?) {
        guard var reading, reading.page == page else { return (nil, nil) }
        if let known = reading.revision, known != revision {
            let change = reading.isShown ? replace([]) : nil
            return (change, read())
        }
        // Two owners of the rows would have them copied.
        self.reading = nil
        let new = entries.map { row($0) }
        let change = Change(place: rows.count, removed: 0, added: new.count)
        if reading.isShown { rows += new } else { reading.rows += new }
        guard !new.isEmpty else { return (reading.isShown ? nil : replace(reading.rows), nil) }
        reading.revision = revision
        reading.failures = 0
        reading.page.offset += new.count
        self.reading = reading
        return (reading.isShown ? change : nil, reading.page)
    }

    /// Hears that a page could not be had; returns it where it is worth another attempt. When it is not, the reading
    /// ends with the rows that there are.
    public mutating func fail(_ page: Page) -> (change: Change?, next: Page?) {
        guard reading?.page == page else { return (nil, nil) }
        reading?.failures += 1
        if let failures = reading?.failures, failures < Self.attempts { return (nil, page) }
        defer { reading = nil }
        guard let reading, !reading.isShown else { return (nil, nil) }
        return (replace(reading.rows), nil)
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
        rows.insert(contentsOf: tracks.map { row($0) }, at: place)
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

    /// More is known of entries; returns the places of those that are shown otherwise now. Also of those on pages that
    /// have been read: the reading does not start over for this.
    public mutating func update(_ tracks: [TrackSummary]) -> [Int] {
        var news = Dictionary(tracks.map { ($0.id, row($0)) }) { _, last in last }
        for index in reading?.rows.indices ?? 0..<0 {
            if let row = (reading?.rows[index].id).flatMap({ news[$0] }) { reading?.rows[index] = row }
        }
        // As a rule they follow each other in the queue: then only the first has to be looked for.
        var known: [(place: Int, row: QueueRow)] = []
        if let first = tracks.first, let start = place(of: first.id) {
            for (place, track) in zip(start..<rows.count, tracks) where rows[place].id == track.id {
                if let row = news.removeValue(forKey: track.id) { known.append((place, row)) }
            }
        }
        if !news.isEmpty {
            known += rows.indices.compactMap { place in news[rows[place].id].map { (place, $0) } }
        }
        return known.filter { rows[$0.place] != $0.row }.map { place, row in
            rows[place] = row
            return place
        }.sorted()
    }

    private func place(behind id: String?) -> Int? {
        guard let id else { return 0 }
        return place(of: id).map { $0 + 1 }
    }
}
