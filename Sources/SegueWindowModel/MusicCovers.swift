/// The pictures that are inside of music files, as far as the player has been asked for them. One question is under way
/// at a time, and is about the rows that are seen by then: those that a person has scrolled past are not waited for.
public struct MusicCovers: Sendable {
    /// The most files of one question, as Library1 takes them.
    private static let most = 50

    /// The addresses of the pictures by those of the files; empty where there is none.
    private var known: [String: String] = [:]
    private var asked: [String]?

    /// Nothing has been asked for yet.
    public init() {}

    /// The address of the picture of a row; nil while it is not known, and where there is none.
    public func uri(of row: MusicBrowser.Row) -> String? {
        if let cover = row.cover { return cover }
        return row.audio.flatMap { known[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// True while the player has not told yet whether there is a picture.
    public func isOpen(_ row: MusicBrowser.Row) -> Bool {
        row.cover == nil && row.audio.map { known[$0] == nil } ?? false
    }

    /// The files to ask the player about now, while these rows are seen; nil if there are none, and while another
    /// question is under way.
    public mutating func request(for rows: some Sequence<MusicBrowser.Row>) -> [String]? {
        guard asked == nil else { return nil }
        let files = rows.lazy.filter { $0.cover == nil }.compactMap(\.audio).filter { [known] in known[$0] == nil }
        let request = Array(Set(files).prefix(Self.most))
        guard !request.isEmpty else { return nil }
        asked = request
        return request
    }

    /// Takes the answer to the last question: the addresses in the order of the files. Nil is a failure, after which
    /// those files are not asked for again.
    public mutating func take(_ covers: [String]?) {
        for (index, file) in (asked ?? []).enumerated() {
            known[file] = covers.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
        }
        asked = nil
    }

    /// Forgets the answers: the music has changed, or the player is another one.
    public mutating func forget() { known = [:] }
}
