/// The entries after those for which transitions are planned. Their audio is analysed in idle time.
struct QueueAhead: Sendable {
    /// The number of entries after the next one.
    static let limit = 50

    /// The values on which the result depends.
    private struct Basis: Sendable, Equatable {
        var last: EntryID?
        var revision: UInt64
        var isWrapping: Bool
    }

    private var basis: Basis?
    private var entries: [QueueEntry] = []

    /// Returns the files after `last`, looked up only if something has changed.
    mutating func files(behind last: EntryID?, in queue: PlayQueue, isWrapping: Bool) -> [String] {
        let basis = Basis(last: last, revision: queue.revision, isWrapping: isWrapping)
        if basis != self.basis {
            self.basis = basis
            entries =
                last.map { last in
                    (1...Self.limit).prefix(queue.count).compactMap {
                        queue.entry(from: last, offset: $0, wrapping: isWrapping)
                    }.filter(\.isLocal)
                } ?? []
        }
        return entries.map(\.uri)
    }

    /// Returns the upcoming entries of a file.
    func entries(of uri: String) -> [QueueEntry] { entries.filter { $0.uri == uri } }
}
