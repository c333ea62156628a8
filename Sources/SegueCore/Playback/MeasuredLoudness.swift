/// The loudness of the files that were measured last, by which those are played that nothing is known of
/// (design.md, Loudness).
struct MeasuredLoudness: Sendable {
    private struct File: Sendable {
        /// Nil for one of an earlier session.
        var entry: QueueEntry?
        /// In LUFS.
        var loudness: Double
    }

    /// The latest at the end.
    private var files: [File] = []
    /// The median of `files`; nil while they are too few.
    private var median: Double?

    /// The most files that count.
    static let most = 200
    /// Fewer files than these tell nothing of others.
    static let fewest = 10

    /// The files that were measured in earlier sessions, in LUFS, the latest at the end.
    mutating func restore(_ levels: [Double]) {
        files.insert(contentsOf: levels.map { File(entry: nil, loudness: $0) }, at: 0)
        settle()
    }

    /// A file that was measured, or looked up. It counts once.
    mutating func learn(_ entry: QueueEntry, _ loudness: Double) {
        files.removeAll { $0.entry?.uri == entry.uri }
        files.append(File(entry: entry, loudness: loudness))
        settle()
    }

    private mutating func settle() {
        files.removeFirst(max(0, files.count - Self.most))
        let levels = files.map(\.loudness).sorted()
        median = levels.count < Self.fewest ? nil : (levels[(levels.count - 1) / 2] + levels[levels.count / 2]) / 2
    }

    /// The loudness, in LUFS, of a known track on the album of this one, or else the median of all; nil where too
    /// little is known. `update` gives what an entry is by now; nil for one that is gone.
    func typical(for track: TrackMetadata, _ update: (EntryID) -> QueueEntry?) -> Double? {
        files.last { $0.entry.flatMap { update($0.id) }?.metadata.isOnAlbum(of: track) == true }?.loudness ?? median
    }
}
