import DequeModule

/// The summaries of analysed files, by URI, from this session and earlier ones.
struct KnownEnds: Sendable {
    private var ends: [String: TrackEnds] = [:]
    /// The URIs, the oldest first.
    private var order: Deque<String> = []

    subscript(uri: String) -> TrackEnds? { ends[uri] }

    /// Adds or replaces the summary of a file, and drops the oldest one beyond the limit. Returns true if it changed.
    mutating func learn(_ file: FileEnds) -> Bool {
        let former = ends.updateValue(file.ends, forKey: file.uri)
        if former == nil { order.append(file.uri) }
        if order.count > FileEnds.mostKept, let oldest = order.popFirst() { ends[oldest] = nil }
        return former != file.ends
    }
}
