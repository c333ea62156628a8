/// How a track begins and ends, in a few numbers: enough to choose what follows among many tracks
/// (design.md, Smooth shuffle).
public struct TrackEnds: Sendable, Hashable {
    /// One end of a track.
    public struct End: Sendable, Hashable {
        /// The tempo in beats per minute; nil where the beats are not known.
        public var tempo: Double?
        /// The level of the passage that the ear compares with, in LUFS, as it is in the file.
        public var level: Double
        /// For how many seconds the track is more than 6 dB below that level.
        public var quiet: Double

        /// An end of these parts.
        public init(tempo: Double?, level: Double, quiet: Double) {
            self.tempo = tempo
            self.level = level
            self.quiet = quiet
        }
    }

    /// The loudness of the whole track, in LUFS.
    public var loudness: Double
    /// How it begins.
    public var head: End
    /// How it ends.
    public var tail: End
    /// Whether it fades out by itself.
    public var fadesOut: Bool

    /// The ends of a track of this loudness.
    public init(loudness: Double, head: End, tail: End, fadesOut: Bool) {
        self.loudness = loudness
        self.head = head
        self.tail = tail
        self.fadesOut = fadesOut
    }

    /// The ends as the facts have them; nil for silence, and where not all of the sound is known.
    public init?(_ facts: TrackFacts) {
        let side = Listening.Side(facts: facts, gain: 1)
        guard facts.source == .whole, let loudness = facts.measurement.heard.loudness,
            let (first, last) = facts.beginning.flatMap({ first in facts.ending.map { (first, $0) } }),
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

/// The ends of the file at a URI.
public struct FileEnds: Sendable, Hashable {
    /// Of how many files the ends are kept: those that were learned last. In memory, they take half a megabyte.
    package static let mostKept = 2000

    /// Where the file is.
    public var uri: String
    /// How it begins and ends.
    public var ends: TrackEnds

    /// These ends of this file.
    public init(uri: String, ends: TrackEnds) {
        self.uri = uri
        self.ends = ends
    }
}
