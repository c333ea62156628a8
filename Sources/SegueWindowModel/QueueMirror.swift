public import SegueClient

/// A copy of the player's queue, kept up to date by the signals of `Queue1`.
///
/// The list is read page by page. An edit between two pages changes the revision, and reading starts over. Signals that
/// arrive while reading can therefore be ignored.
public struct QueueMirror: Sendable {
    /// A replacement of `removed` rows at `place` by `added` other rows.
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

    /// A page of the list, identified by its offset and by the reading that requested it. A page from a discarded
    /// reading matches no later one.
    public struct Page: Equatable, Sendable {
        public var reading: Int
        public var offset: Int

        public init(reading: Int, offset: Int) {
            self.reading = reading
            self.offset = offset
        }
    }

    /// A reading of the list that is not complete yet.
    private struct Reading: Sendable {
        /// The page that is awaited.
        var page: Page
        var revision: UInt64?
        var rows: [QueueRow] = []
        /// True if rows are shown as they arrive, because there were none before.
        var isShown: Bool
        /// The number of failed attempts to read the awaited page.
        var failures = 0
    }

    /// The number of failures after which a page is not requested again.
    private static let attempts = 3

    /// The known entries, in play order.
    public private(set) var rows: [QueueRow] = []
    private var reading: Reading?
    /// The number of readings begun.
    private var readings = 0

    /// The URIs of covers, stored once: the entries of an album share one string.
    private var covers: Set<String> = []

    /// Creates an empty queue.
    public init() {}

    private mutating func row(_ track: TrackSummary) -> QueueRow {
        var row = QueueRow(track)
        row.cover = row.cover.map { covers.insert($0).memberAfterInsert }
        return row
    }

    /// True while the list is being read.
    public var isReading: Bool { reading != nil }

    /// Returns the position of an entry; nil if the entry is not in the queue. Searching a hundred thousand entries
    /// takes time, so the entry at `guess` is compared first.
    public func place(of id: String, guess: Int = 0) -> Int? {
        if rows.indices.contains(guess), rows[guess].id == id { return guess }
        return rows.firstIndex { $0.id == id }
    }

    // MARK: - Reading

    /// Starts to read the list from the beginning. Returns the first page.
    public mutating func read() -> Page {
        readings += 1
        let page = Page(reading: readings, offset: 0)
        reading = Reading(page: page, isShown: rows.isEmpty)
        return page
    }

    /// Receives a page. Returns the change and the next page; nil after the last page. A page that is not awaited is
    /// ignored.
    public mutating func take(
        _ page: Page, entries: [TrackSummary], revision: UInt64
    ) -> (change: Change?, next: Page?) {
        guard var reading, reading.page == page else { return (nil, nil) }
        if let known = reading.revision, known != revision {
            let change = reading.isShown ? replace([]) : nil
            return (change, read())
        }
        // A second owner of the rows would cause a copy.
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

    /// Handles the failure of a page. Returns the page if another attempt is worthwhile; otherwise ends the reading
    /// with the rows read so far.
    public mutating func fail(_ page: Page) -> (change: Change?, next: Page?) {
        guard reading?.page == page else { return (nil, nil) }
        reading?.failures += 1
        if let failures = reading?.failures, failures < Self.attempts { return (nil, page) }
        defer { reading = nil }
        guard let reading, !reading.isShown else { return (nil, nil) }
        return (replace(reading.rows), nil)
    }

    /// Discards all entries because the player has disconnected.
    public mutating func clear() -> Change? {
        reading = nil
        return replace([])
    }

    /// Adopts a list that may share most rows with the old one.
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

    /// Inserts entries after the entry `after`; nil for the beginning. Returns nil if there is nothing to show.
    public mutating func insert(_ tracks: [TrackSummary], after: String?) -> Change? {
        guard !isReading, let place = self.place(behind: after) else { return nil }
        rows.insert(contentsOf: tracks.map { row($0) }, at: place)
        return Change(place: place, removed: 0, added: tracks.count)
    }

    /// Removes entries. Returns nil if there is nothing to show.
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

    /// Moves an entry after another one; nil for the beginning. Returns nil if there is nothing to show.
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

    /// Updates the facts about entries, including entries on pages already read: reading does not start over. Returns
    /// the positions of the rows that have changed.
    public mutating func update(_ tracks: [TrackSummary]) -> [Int] {
        var news = Dictionary(tracks.map { ($0.id, row($0)) }) { _, last in last }
        for index in reading?.rows.indices ?? 0..<0 {
            if let row = (reading?.rows[index].id).flatMap({ news[$0] }) { reading?.rows[index] = row }
        }
        // The entries usually follow each other in the queue, so only the first one is searched for.
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
