/// The loudness of the most recently measured files, which determines the gain of files of unknown loudness
/// (design.md, Loudness).
struct MeasuredLoudness: Sendable {
    private struct File: Sendable {
        /// The entry; nil for a file of an earlier session.
        var entry: QueueEntry?
        /// In LUFS.
        var loudness: Double
    }

    /// The files, the most recent at the end.
    private var files: [File] = []
    /// The median of `files`; nil if there are too few.
    private var median: Double?

    /// The maximum number of files that count.
    static let most = 200
    /// The minimum number of files for a median.
    static let fewest = 10

    /// Adds the files measured in earlier sessions, in LUFS, the most recent at the end.
    mutating func restore(_ levels: [Double]) {
        files.insert(contentsOf: levels.map { File(entry: nil, loudness: $0) }, at: 0)
        settle()
    }

    /// Records a file that was measured, or looked up. Each file counts once.
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

    /// Returns the loudness, in LUFS, of a measured track on the same album, or else the median of all; nil if too few
    /// files are measured. `update` returns the current version of an entry, and nil for one that was removed.
    func typical(for track: TrackMetadata, _ update: (EntryID) -> QueueEntry?) -> Double? {
        files.last { $0.entry.flatMap { update($0.id) }?.metadata.isOnAlbum(of: track) == true }?.loudness ?? median
    }
}
