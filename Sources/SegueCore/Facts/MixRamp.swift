/// The loudness ramps of a file's beginning and ending by its MixRamp tags, as MPD and `mixramp` measure and write
/// them.
public struct MixRamp: Sendable, Hashable {
    /// A distance from an edge of the file, from which on the track has this level.
    public struct Point: Sendable, Hashable {
        /// Decibels above the level to which ReplayGain brings a track.
        public var decibels: Double
        /// Seconds from the start or the end of the file.
        public var seconds: Double

        /// Creates a point of these parts.
        public init(decibels: Double, seconds: Double) {
            self.decibels = decibels
            self.seconds = seconds
        }
    }

    /// The points from the start of the file inward, in order of increasing level; empty without a tag.
    public var beginning: [Point]
    /// The points from the end of the file inward, in order of increasing level; empty without a tag.
    public var ending: [Point]

    /// Creates ramps from these tags, each a list such as `-22.6 0.2;-9.1 3.75;`. Nil if neither is such a list.
    public init?(beginning: String?, ending: String?) {
        self.beginning = beginning.flatMap(Self.points) ?? []
        self.ending = ending.flatMap(Self.points) ?? []
        if self.beginning.isEmpty, self.ending.isEmpty { return nil }
    }

    /// No tool writes a text this long.
    private static let longestText = 2048

    private static func points(_ text: String) -> [Point]? {
        guard text.utf8.count <= longestText else { return nil }
        var points: [Point] = []
        for pair in text.split(separator: ";") {
            let numbers = pair.split(separator: " ").map { Double($0) }
            guard numbers.count == 2, let decibels = numbers[0], let seconds = numbers[1],
                (-150...50).contains(decibels), (0...86400).contains(seconds)
            else { return nil }
            // A list in another order was not measured.
            if let former = points.last, former.decibels > decibels || former.seconds > seconds { return nil }
            points.append(Point(decibels: decibels, seconds: seconds))
        }
        return points.isEmpty ? nil : points
    }
}

extension MixRamp {
    /// The part of a track that its tags describe, from either edge, in seconds.
    private static let reach = 90.0
    /// The loudness that 0 denotes, in LUFS.
    private static let reference = -18.0

    /// Returns the facts that the tags provide about a track of this length. The track counts as audible up to the very
    /// ends of the file, because audio that the tags miss is heard all the same.
    func facts(seconds: Double) -> TrackFacts? {
        guard seconds.isFinite, seconds >= 1, seconds <= 86400 else { return nil }
        let head = beginning.isEmpty ? 0 : min(Self.reach, ending.isEmpty ? seconds : seconds / 2)
        let tail = ending.isEmpty ? 0 : min(Self.reach, seconds - head)
        let count = Int(seconds / LoudnessCurve.step) + 1
        let levels = (0..<count).lazy.map { index in
            let place = Double(index) * LoudnessCurve.step
            if place <= head { return Self.level(of: beginning, at: place) }
            return place >= seconds - tail ? Self.level(of: ending, at: seconds - place) : LoudnessCurve.silence
        }
        let none = PeakCurve(steps: [])
        let measurement = TrackFacts.Measurement(
            seconds: seconds, loudness: nil, range: nil, peak: 0, firstSound: 0, lastSound: seconds,
            momentary: LoudnessCurve(levels), low: none, middle: none, high: none,
            // Without its tag, nothing is known about an edge, however short the track is.
            unheard: beginning.isEmpty || ending.isEmpty || head < seconds - tail ? head...seconds - tail : nil)
        return TrackFacts(measurement, from: .tags)
    }

    /// Returns the loudness in LUFS at a distance in seconds from the edge: the level of the last point passed. Until
    /// the next point, the track gets no louder. Before the first point, the level is `LoudnessCurve.silence`.
    private static func level(of points: [Point], at distance: Double) -> Double {
        points.last { $0.seconds <= distance }.map { $0.decibels + reference } ?? LoudnessCurve.silence
    }
}
