/// What a queue can be sorted by. Text is compared without regard to case; what is not known comes last.
public enum SortKey: String, Sendable, Hashable, CaseIterable {
    /// The title, or the name of the file.
    case title
    /// The artist; then the album, the disc and the track.
    case artist
    /// The album; then the disc and the track.
    case album
    /// The disc and the number of the track; then the title.
    case track
    /// The length.
    case length

    /// The entries in this order. What is equal keeps its order.
    func sorted(_ entries: [QueueEntry]) -> [EntryID] {
        let keyed = entries.enumerated().map { rank, entry in
            (parts: parts(of: entry) + [.number(Int64(rank))], id: entry.id)
        }
        return keyed.sorted { $0.parts.lexicographicallyPrecedes($1.parts) }.map(\.id)
    }

    private enum Part: Comparable {
        case number(Int64)
        case text(String)
        case unknown

        init(_ text: String?) { self = text.map { .text($0.lowercased()) } ?? .unknown }
        init(_ number: Int32?) { self = number.map { .number(Int64($0)) } ?? .unknown }
    }

    private func parts(of entry: QueueEntry) -> [Part] {
        let metadata = entry.metadata
        let place = [Part(metadata.discNumber ?? 1), Part(metadata.trackNumber)]
        switch self {
        case .title: return [Part(entry.displayTitle)]
        case .artist:
            let artists = metadata.artists.isEmpty ? nil : metadata.artists.joined(separator: ", ")
            return [Part(artists), Part(metadata.album)] + place
        case .album: return [Part(metadata.album)] + place
        case .track: return place + [Part(entry.displayTitle)]
        case .length: return [metadata.duration.map { .number($0.nanoseconds) } ?? .unknown]
        }
    }
}
