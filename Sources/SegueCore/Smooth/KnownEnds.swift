import DequeModule

/// The ends of the files whose sound has been met with, in this session or an earlier one, by their URIs.
struct KnownEnds: Sendable {
    private var ends: [String: TrackEnds] = [:]
    /// The URIs, in the order in which they were learned.
    private var order: Deque<String> = []

    subscript(uri: String) -> TrackEnds? { ends[uri] }

    /// The ends of a file. Returns whether they are news. The file that was learned first makes room.
    mutating func learn(_ file: FileEnds) -> Bool {
        let former = ends.updateValue(file.ends, forKey: file.uri)
        if former == nil { order.append(file.uri) }
        if order.count > FileEnds.mostKept, let oldest = order.popFirst() { ends[oldest] = nil }
        return former != file.ends
    }
}
