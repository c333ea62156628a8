/// A row that shows the cover of a file.
public protocol CoveredRow {
    /// The URI of the cover; nil if unknown, or if there is none.
    var cover: String? { get }
    /// The key by which the cover is requested; nil if there is nothing to request.
    var coverKey: String? { get }
}

extension MusicBrowser.Row: CoveredRow {
    /// The URI of the file.
    public var coverKey: String? { audio }
}

extension QueueRow: CoveredRow {
    /// The entry; nil until its facts are known.
    public var coverKey: String? { coverName == nil ? nil : id }
}

/// The known covers embedded in music files. One request is pending at a time, and asks for the rows visible at that
/// moment. Rows that a person has scrolled past are not waited for.
public struct EmbeddedCovers: Sendable {
    /// The largest number of files in one request (Library1).
    private static let most = 50

    /// The URIs of the covers, by the key of the row; empty for a row without a cover.
    private var known: [String: String] = [:]
    private var asked: [String]?

    /// Creates an empty cache.
    public init() {}

    /// Returns the URI of a row's cover; nil if unknown, or if there is none.
    public func uri(of row: some CoveredRow) -> String? {
        if let cover = row.cover { return cover }
        return row.coverKey.flatMap { known[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns true until the player has reported whether the row has a cover.
    public func isOpen(_ row: some CoveredRow) -> Bool {
        row.cover == nil && row.coverKey.map { known[$0] == nil } ?? false
    }

    /// Returns the keys to request while these rows are visible; nil if there are none, or while another request is
    /// pending.
    public mutating func request(for rows: some Sequence<some CoveredRow>) -> [String]? {
        guard asked == nil else { return nil }
        let keys = rows.lazy.filter { $0.cover == nil }.compactMap(\.coverKey).filter { [known] in known[$0] == nil }
        let request = Array(Set(keys).prefix(Self.most))
        guard !request.isEmpty else { return nil }
        asked = request
        return request
    }

    /// Receives the answer to the pending request: the URIs in the order of the keys. Nil is a failure, after which the
    /// keys are not requested again.
    public mutating func take(_ covers: [String]?) {
        for (index, key) in (asked ?? []).enumerated() {
            known[key] = covers.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
        }
        asked = nil
    }

    /// Discards all answers, because the music has changed or another player is connected.
    public mutating func forget() { known = [:] }
}
