/// The property by which a queue is sorted. Text is compared without regard to case; unknown values come last.
public enum SortKey: String, Sendable, Hashable, CaseIterable {
    /// The title, or the name of the file.
    case title
    /// The artist, then the album, the disc and the track.
    case artist
    /// The album, then the disc and the track.
    case album
    /// The disc and the track number, then the title.
    case track
    /// The length.
    case length
    /// The smoothness of transitions, from the shown track on (design.md, Smooth shuffle).
    case smooth

    /// Returns the identities of the entries in this order. The sort is stable. `smooth` does not change the order: it
    /// depends on more than entries.
    func sorted(_ entries: [QueueEntry]) -> [EntryID] {
        places(of: entries).enumerated().map { Row(place: $1, rank: $0) }.sorted(by: <).map { entries[$0.rank].id }
    }

    /// The sort position of an entry: two numbers, the first of which is more significant.
    private struct Place {
        var high: UInt64
        var low: UInt64 = 0
    }

    private struct Row: Comparable {
        var place: Place
        var rank: Int

        static func < (left: Row, right: Row) -> Bool {
            if left.place.high != right.place.high { return left.place.high < right.place.high }
            if left.place.low != right.place.low { return left.place.low < right.place.low }
            return left.rank < right.rank
        }

        static func == (left: Row, right: Row) -> Bool { left.rank == right.rank }
    }

    private func places(of entries: [QueueEntry]) -> [Place] {
        switch self {
        case .title:
            let titles = TextRanks(entries.lazy.map(\.displayTitle))
            return titles.ranks.map { Place(high: UInt64($0)) }
        case .artist:
            let artists = TextRanks(entries.lazy.map { Self.artists(of: $0) })
            let albums = TextRanks(entries.lazy.map(\.metadata.album))
            return entries.indices.map { index in
                Place(
                    high: Self.pair(artists.ranks[index], albums.ranks[index]),
                    low: Self.number(of: entries[index]))
            }
        case .album:
            let albums = TextRanks(entries.lazy.map(\.metadata.album))
            return entries.indices.map { index in
                Place(high: UInt64(albums.ranks[index]), low: Self.number(of: entries[index]))
            }
        case .track:
            let titles = TextRanks(entries.lazy.map(\.displayTitle))
            return entries.indices.map { index in
                Place(high: Self.number(of: entries[index]), low: UInt64(titles.ranks[index]))
            }
        case .smooth: return entries.map { _ in Place(high: 0) }
        case .length:
            return entries.map { entry in
                Place(high: entry.metadata.duration.map { UInt64(max(0, $0.nanoseconds)) } ?? .max)
            }
        }
    }

    private static func artists(of entry: QueueEntry) -> String? {
        let artists = entry.metadata.artists
        return artists.count < 2 ? artists.first : artists.joined(separator: ", ")
    }

    /// Returns disc and track as one number.
    private static func number(of entry: QueueEntry) -> UInt64 {
        func ordered(_ number: Int32) -> UInt32 { UInt32(bitPattern: number) ^ 0x8000_0000 }
        return pair(
            ordered(entry.metadata.discNumber ?? 1), entry.metadata.trackNumber.map(ordered) ?? TextRanks.unknown)
    }

    private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }
}
