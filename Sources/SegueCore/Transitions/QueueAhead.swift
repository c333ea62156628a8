/// The entries behind those that transitions are planned for: their sound is looked into when there is nothing else to
/// do.
struct QueueAhead: Sendable {
    /// How many entries behind the next one.
    static let limit = 50

    /// What the answer depends on.
    private struct Basis: Sendable, Equatable {
        var last: EntryID?
        var revision: UInt64
        var isWrapping: Bool
    }

    private var basis: Basis?
    private var entries: [QueueEntry] = []

    /// The files behind `last`, looked up only where something has changed.
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

    /// The entries of a file that are ahead.
    func entries(of uri: String) -> [QueueEntry] { entries.filter { $0.uri == uri } }
}
