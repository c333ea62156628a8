/// The known covers embedded in music files. One request is pending at a time, and asks for the rows visible at that
/// moment. Rows that a person has scrolled past are not waited for.
public struct MusicCovers: Sendable {
    /// The largest number of files in one request (Library1).
    private static let most = 50

    /// The URIs of the covers, by the URI of the file; empty for a file without a cover.
    private var known: [String: String] = [:]
    private var asked: [String]?

    /// Creates an empty cache.
    public init() {}

    /// Returns the URI of a row's cover; nil if unknown, or if there is none.
    public func uri(of row: MusicBrowser.Row) -> String? {
        if let cover = row.cover { return cover }
        return row.audio.flatMap { known[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns true until the player has reported whether the row has a cover.
    public func isOpen(_ row: MusicBrowser.Row) -> Bool {
        row.cover == nil && row.audio.map { known[$0] == nil } ?? false
    }

    /// Returns the files to request while these rows are visible; nil if there are none, or while another request is
    /// pending.
    public mutating func request(for rows: some Sequence<MusicBrowser.Row>) -> [String]? {
        guard asked == nil else { return nil }
        let files = rows.lazy.filter { $0.cover == nil }.compactMap(\.audio).filter { [known] in known[$0] == nil }
        let request = Array(Set(files).prefix(Self.most))
        guard !request.isEmpty else { return nil }
        asked = request
        return request
    }

    /// Receives the answer to the pending request: the URIs in the order of the files. Nil is a failure, after which
    /// the files are not requested again.
    public mutating func take(_ covers: [String]?) {
        for (index, file) in (asked ?? []).enumerated() {
            known[file] = covers.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
        }
        asked = nil
    }

    /// Discards all answers, because the music has changed or another player is connected.
    public mutating func forget() { known = [:] }
}
