/// How well one track can follow another, judged by the little that is kept of many tracks (design.md, Smooth shuffle).
struct Smoothness: Sendable, Equatable {
    /// 0 for what fits best, up to 6. What is not known counts as average.
    var cost: Double
    /// What is said for it.
    var merits: Merits = []

    /// What speaks for a track.
    struct Merits: OptionSet, Sendable {
        let rawValue: UInt8
        static let tempo = Merits(rawValue: 1)
        static let relatedTempo = Merits(rawValue: 2)
        static let level = Merits(rawValue: 4)

        /// In the order in which they count.
        private static let words: [(Merits, String)] = [
            (.tempo, "same tempo"), (.relatedTempo, "related tempo"), (.level, "even level"),
        ]

        /// As a sentence; empty for none.
        var sentence: String {
            let words = Self.words.filter { contains($0.0) }.map(\.1)
            return words.isEmpty ? "" : "Chosen: \(words.joined(separator: ", "))."
        }
    }

    /// For how many seconds two tracks are loud together, as far as that can be told without planning.
    private static let run = 4.0
    /// Seconds of quiet that give two rhythms room to be loud together.
    private static let room = 2.0
    /// The greatest difference of level that is called even, in LU.
    private static let even = 2.0
    /// The cost of two tracks of which nothing is known.
    private static let average = 1.8

    /// From one track to the next, by their ends. `isLevelled` is true where a gain makes all tracks equally loud.
    init(from last: TrackEnds?, to first: TrackEnds?, isLevelled: Bool) {
        guard let last, let first else {
            cost = Self.average
            return
        }
        cost = 1.5
        if let leaving = last.tail.tempo, let coming = first.head.tempo {
            let quiet = last.tail.quiet + first.head.quiet
            switch BeatMatch.relation(of: coming / leaving) {
            case .same(let difference) where BeatMatch.fits(run: Self.run, difference: difference):
                cost = quiet >= Self.room ? 0 : 0.5
                merits.insert(.tempo)
            case .same:
                cost = 1
                merits.insert(.tempo)
            case .related: merits.insert(.relatedTempo)
            case .apart: cost = last.fadesOut || quiet >= Self.room ? 3 : 2.5
            }
        }
        var step = last.tail.level - first.head.level
        if isLevelled { step -= last.loudness - first.loudness }
        if abs(step) <= Self.even { merits.insert(.level) }
        cost += min(0.15 * max(abs(step) - 1, 0), 1.5)
    }

    /// The same where the artist or the album is heard again, each of which costs as much as a tempo that does not fit.
    init(from last: Track, to first: Track, isLevelled: Bool) {
        self.init(from: last.ends, to: first.ends, isLevelled: isLevelled)
        if first.artists.contains(where: last.artists.contains) { cost += 1 }
        if let album = first.album, album == last.album { cost += 1 }
    }

    /// What counts of an entry.
    struct Track {
        var ends: TrackEnds?
        /// Numbers for its artists, and for its album, among the tracks that are compared.
        var artists: [Int] = []
        var album: Int?
    }

    /// Numbers for the artists and albums of some entries.
    struct Names {
        private struct Album: Hashable {
            var title: String
            var artists: [String]
        }
        private var artists: [String: Int] = [:]
        private var albums: [Album: Int] = [:]

        /// The entry, which has these ends.
        mutating func track(_ entry: QueueEntry, _ ends: TrackEnds?) -> Track {
            let metadata = entry.metadata
            var track = Track(ends: ends)
            track.artists = metadata.artists.map { Self.number(of: $0, in: &artists) }
            track.album = metadata.album.map { title in
                let people = metadata.albumArtists.isEmpty ? metadata.artists : metadata.albumArtists
                return Self.number(of: Album(title: title, artists: people), in: &albums)
            }
            return track
        }

        private static func number<Name>(of name: Name, in names: inout [Name: Int]) -> Int {
            if let known = names[name] { return known }
            names[name] = names.count
            return names.count - 1
        }
    }
}
