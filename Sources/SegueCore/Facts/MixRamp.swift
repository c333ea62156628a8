/// How a file begins and ends by its MixRamp tags: what another program has measured and written there, as MPD and
/// `mixramp` do.
public struct MixRamp: Sendable, Hashable {
    /// From this place on, seen from an edge of the file, the track has been this loud.
    public struct Point: Sendable, Hashable {
        /// Decibels above the level that ReplayGain brings a track to.
        public var decibels: Double
        /// Seconds from the start or the end of the file.
        public var seconds: Double

        /// A point of these parts.
        public init(decibels: Double, seconds: Double) {
            self.decibels = decibels
            self.seconds = seconds
        }
    }

    /// From the start of the file inward, ever louder; empty without a tag.
    public var beginning: [Point]
    /// From the end of the file inward, ever louder; empty without a tag.
    public var ending: [Point]

    /// The ramps of these tags, each a list such as `-22.6 0.2;-9.1 3.75;`. Nil where neither is such a list.
    public init?(beginning: String?, ending: String?) {
        self.beginning = beginning.flatMap(Self.points) ?? []
        self.ending = ending.flatMap(Self.points) ?? []
        if self.beginning.isEmpty, self.ending.isEmpty { return nil }
    }

    /// No tool writes as much.
    private static let longestText = 2048

    private static func points(_ text: String) -> [Point]? {
        guard text.utf8.count <= longestText else { return nil }
        var points: [Point] = []
        for pair in text.split(separator: ";") {
            let numbers = pair.split(separator: " ").map { Double($0) }
            guard numbers.count == 2, let decibels = numbers[0], let seconds = numbers[1],
                (-150...50).contains(decibels), (0...86400).contains(seconds)
            else { return nil }
            // Whoever wrote another order has not measured anything.
            if let former = points.last, former.decibels > decibels || former.seconds > seconds { return nil }
            points.append(Point(decibels: decibels, seconds: seconds))
        }
        return points.isEmpty ? nil : points
    }
}

extension MixRamp {
    /// How much of a track its tags tell of, from either edge, in seconds.
    private static let reach = 90.0
    /// The loudness that 0 stands for, in LUFS.
    private static let reference = -18.0

    /// The facts that the tags tell of a track of this length. It counts as sound to the very ends of the file,
    /// whatever the tags say: what they are wrong about is heard all the same.
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
            // Without its tag, nothing is known of an edge, however short the track.
            unheard: beginning.isEmpty || ending.isEmpty || head < seconds - tail ? head...seconds - tail : nil)
        return TrackFacts(measurement, from: .tags)
    }

    /// The loudness at a distance from the edge: that of the last point on the way. Up to the next one the track has
    /// not become any louder.
    private static func level(of points: [Point], at distance: Double) -> Double {
        points.last { $0.seconds <= distance }.map { $0.decibels + reference } ?? LoudnessCurve.silence
    }
}
