/// An estimate of the transition between two tracks, from their summaries (design.md, Smooth shuffle).
struct Smoothness: Sendable, Equatable {
    /// 0 for the best fit, up to 6.5. Unknown tracks have an average cost.
    var cost: Double
    /// The merits that are displayed.
    var merits: Merits = []

    /// Reasons for the choice of a track.
    struct Merits: OptionSet, Sendable {
        let rawValue: UInt8
        static let tempo = Merits(rawValue: 1)
        static let relatedTempo = Merits(rawValue: 2)
        static let level = Merits(rawValue: 4)

        /// The merits as a sentence; nil without any.
        var sentence: Sentence? {
            let code: Sentence.Code? =
                switch (contains(.tempo), contains(.relatedTempo), contains(.level)) {
                case (true, _, true): .chosenForTempoAndLevel
                case (true, _, false): .chosenForTempo
                case (false, true, true): .chosenForRelatedTempoAndLevel
                case (false, true, false): .chosenForRelatedTempo
                case (false, false, true): .chosenForLevel
                case (false, false, false): nil
                }
            return code.map { Sentence($0) }
        }
    }

    /// The assumed time for which both tracks are loud, in seconds.
    private static let run = 4.0
    /// The least sum of quiet passages that leaves room for an overlap, in seconds.
    private static let room = 2.0
    /// The greatest difference between even levels, in LU.
    private static let even = 2.0
    /// The cost of a transition with an unknown side.
    private static let average = 1.8

    /// Creates an estimate without artists and albums. With `isLevelled`, loudness gains are applied to both tracks.
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

    /// Creates an estimate with artists and albums: a repeated artist costs 1, a repeated album another 1.
    init(from last: Track, to first: Track, isLevelled: Bool) {
        self.init(from: last.ends, to: first.ends, isLevelled: isLevelled)
        if first.artists.contains(where: last.artists.contains) { cost += 1 }
        if let album = first.album, album == last.album { cost += 1 }
    }

    /// The properties of an entry that count.
    struct Track {
        var ends: TrackEnds?
        /// Interned artists and album.
        var artists: [Int] = []
        var album: Int?
    }

    /// Interns artists and albums, so that comparisons are cheap.
    struct Names {
        private struct Album: Hashable {
            var title: String
            var artists: [String]
        }
        private var artists: [String: Int] = [:]
        private var albums: [Album: Int] = [:]

        /// Returns the properties of an entry with this summary.
        mutating func track(_ entry: QueueEntry, _ ends: TrackEnds?) -> Track {
            let metadata = entry.metadata
            var track = Track(ends: ends)
            track.artists = metadata.artists.map { Self.number(of: $0, in: &artists) }
            track.album = metadata.album.map { title in
                Self.number(of: Album(title: title, artists: metadata.peopleOfAlbum), in: &albums)
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
