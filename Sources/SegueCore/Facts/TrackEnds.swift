/// A summary of both ends of a track, small enough to be kept for thousands of tracks (design.md, Smooth shuffle).
public struct TrackEnds: Sendable, Hashable {
    /// One end of a track.
    public struct End: Sendable, Hashable {
        /// The tempo in beats per minute; nil if the beats are unknown.
        public var tempo: Double?
        /// The level of the passage near the end that transitions are compared with, in LUFS, without any gain.
        public var level: Double
        /// The time from the edge for which the track stays more than 6 dB below that level, in seconds.
        public var quiet: Double

        /// Creates an end from its parts.
        public init(tempo: Double?, level: Double, quiet: Double) {
            self.tempo = tempo
            self.level = level
            self.quiet = quiet
        }
    }

    /// The integrated loudness of the whole track, in LUFS.
    public var loudness: Double
    /// The beginning.
    public var head: End
    /// The ending.
    public var tail: End
    /// True if the track fades out by itself.
    public var fadesOut: Bool

    /// Creates a summary from its parts.
    public init(loudness: Double, head: End, tail: End, fadesOut: Bool) {
        self.loudness = loudness
        self.head = head
        self.tail = tail
        self.fadesOut = fadesOut
    }

    /// Creates a summary of analysed facts. Nil for a silent track, and unless the whole track was analysed.
    public init?(_ facts: TrackFacts) {
        let side = Listening.Side(facts: facts, gain: 1)
        guard facts.source == .whole, let loudness = facts.measurement.heard.loudness,
            let first = facts.beginning, let last = facts.ending,
            let beginning = Approach(side, from: first.edge, inward: 1, local: Listening.beginningPassage),
            let ending = Approach(side, from: last.edge, inward: -1, local: Listening.endingPassage)
        else { return nil }
        let rhythm = facts.measurement.rhythm
        self.init(
            loudness: loudness, head: End(beginning, rhythm?.head), tail: End(ending, rhythm?.tail),
            fadesOut: last.fade != nil)
    }
}

extension TrackEnds.End {
    fileprivate init(_ approach: Approach, _ rhythm: Rhythm?) {
        self.init(
            tempo: rhythm?.grid?.tempo, level: LoudnessCurve.level(of: approach.level),
            quiet: Double(approach.tail) * LoudnessCurve.step)
    }
}

/// The summary of one file.
public struct FileEnds: Sendable, Hashable {
    /// The number of files whose summaries are kept, the most recent ones; about half a megabyte in memory.
    package static let mostKept = 2000

    /// The URI of the file.
    public var uri: String
    /// The summary.
    public var ends: TrackEnds

    /// Creates the summary of one file.
    public init(uri: String, ends: TrackEnds) {
        self.uri = uri
        self.ends = ends
    }
}
