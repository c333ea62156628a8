/// What is known of the sound of a track, as a rule from one decoding of the whole file (design.md, Facts).
///
/// A fact that could not be determined is nil.
public struct TrackFacts: Sendable, Hashable {
    /// Facts of another version are measured anew.
    public static let version = 2

    /// What facts were taken from.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// All of the sound.
        case whole
        /// The sound of its beginning and of its end.
        case ends
        /// The file's MixRamp tags.
        case tags
    }

    /// The greatest sample that counts as silence, linear: −60 dBFS.
    public static let silentAmplitude = 0.001

    /// How loud a track is when its channels are played from two speakers, at a gain of 1: what a person hears of it. A
    /// single channel comes from both, and more than two are mixed.
    public struct HeardLevels: Sendable, Hashable {
        /// Integrated loudness (ITU-R BS.1770-4), in LUFS; nil when all of the track is below the gate, and where not
        /// all of it was listened to.
        public var loudness: Double?
        /// The highest true peak of either speaker, linear, 1 at full scale.
        public var peak: Double

        /// Levels of these parts.
        public init(loudness: Double?, peak: Double) {
            self.loudness = loudness
            self.peak = peak
        }
    }

    /// What the analysis measures. Everything else follows from it.
    public struct Measurement: Sendable, Hashable {
        /// The length of what was decoded.
        public var seconds: Double
        /// Integrated loudness of the file's own channels (ITU-R BS.1770-4), in LUFS; nil when all of the track is
        /// below the gate.
        public var loudness: Double?
        /// Loudness range (EBU Tech 3342), in LU; nil for a track of under 3 s.
        public var range: Double?
        /// The highest true peak of any channel in what was heard (ITU-R BS.1770-4, annex 2), linear, 1 at full scale.
        public var peak: Double
        /// The time of the first sample above −60 dBFS, in seconds; nil for silence.
        public var firstSound: Double?
        /// The time behind the last sample above −60 dBFS, in seconds; nil for silence.
        public var lastSound: Double?
        /// Momentary loudness as it is heard from two speakers.
        public var momentary: LoudnessCurve
        /// The highest peak below 120 Hz in each tenth of a second.
        public var low: PeakCurve
        /// The same from 120 Hz to 4 kHz.
        public var middle: PeakCurve
        /// The same above 4 kHz.
        public var high: PeakCurve
        /// How loud that is from two speakers.
        public var heard: HeardLevels
        /// How many channels the file has; nil where that was not looked at.
        public var channels: Int?
        /// The part in between of which nothing is known; nil where there is none. The curves are silent there.
        public var unheard: ClosedRange<Double>?
        /// The rhythm of both ends; nil where it was not measured, or by another version of the detector.
        public var rhythm: TrackRhythm?

        /// A measurement of these parts, by default of the whole of a track that is heard as it was measured.
        public init(
            seconds: Double, loudness: Double?, range: Double?, peak: Double, firstSound: Double?, lastSound: Double?,
            momentary: LoudnessCurve, low: PeakCurve, middle: PeakCurve, high: PeakCurve,
            heard: HeardLevels? = nil, channels: Int? = nil, unheard: ClosedRange<Double>? = nil,
            rhythm: TrackRhythm? = nil
        ) {
            self.seconds = seconds
            self.loudness = loudness
            self.range = range
            self.peak = peak
            self.firstSound = firstSound
            self.lastSound = lastSound
            self.momentary = momentary
            self.low = low
            self.middle = middle
            self.high = high
            self.heard = heard ?? HeardLevels(loudness: loudness, peak: peak)
            self.channels = channels
            self.unheard = unheard
            self.rhythm = rhythm
        }
    }

    /// What was measured, as it was measured.
    public let measurement: Measurement
    /// What the facts were taken from.
    public let source: Source
    /// The median of the momentary loudness, without what is 20 LU below the loudest: the level of the track's body,
    /// in LUFS. Nil for silence.
    public let sustained: Double?
    /// How the track begins; nil for silence.
    public let beginning: Flank?
    /// How the track ends; nil for silence.
    public let ending: Flank?
    /// The last silence of 6 s or more inside of the track, behind which something hidden is heard.
    public let lastGap: ClosedRange<Double>?

    /// The highest true peak of any channel in dBTP, 0 at full scale; nil for digital silence, and where not all of the
    /// track was listened to.
    public var truePeak: Double? {
        measurement.peak > 0 && source == .whole ? 20 * Mathematics.logarithm10(measurement.peak) : nil
    }

    /// The facts that follow from a measurement.
    public init(_ measurement: Measurement) {
        self.init(measurement, from: measurement.unheard == nil ? .whole : .ends)
    }

    init(_ measurement: Measurement, from source: Source) {
        self.measurement = measurement
        self.source = source
        let curve = measurement.momentary
        sustained = Self.body(of: curve)
        guard let first = measurement.firstSound, let last = measurement.lastSound, last > first, let sustained else {
            (beginning, ending, lastGap) = (nil, nil, nil)
            return
        }
        let (left, right) = (measurement.unheard?.lowerBound ?? last, measurement.unheard?.upperBound ?? first)
        beginning = Flank(from: first, to: left, inward: 1, on: curve, sustained: sustained)
        ending = Flank(from: last, to: right, inward: -1, on: curve, sustained: sustained)
        lastGap = Self.lastGap(in: curve, from: right, to: last)
    }

    /// How much has to be known from an edge inward for a transition: the passage that its level is taken from.
    private static let neededLength = 35.0

    /// Whether enough is known of the ending to plan what follows.
    var tellsEnding: Bool {
        guard let unheard = measurement.unheard else { return true }
        return ending.map { $0.edge - unheard.upperBound >= Self.neededLength } ?? false
    }

    /// Whether enough is known of the beginning to plan the way to it.
    var tellsBeginning: Bool {
        guard let unheard = measurement.unheard else { return true }
        return beginning.map { unheard.lowerBound - $0.edge >= Self.neededLength } ?? false
    }

    private static func body(of curve: LoudnessCurve) -> Double? {
        guard let loudest = curve.hundredths.max() else { return nil }
        let silence = Int16(LoudnessCurve.silence * 100)
        let floor = max(loudest - 2000, silence)
        guard loudest > silence else { return nil }
        // Counted, not sorted: an hour has 36,000 values, and a picture of it must not wait.
        var counts = Array(repeating: 0, count: Int(loudest - floor) + 1)
        for value in curve.hundredths where value > floor { counts[Int(value - floor)] += 1 }
        var rest = counts.reduce(0, +) / 2
        for (step, count) in counts.enumerated() {
            if rest < count { return (Double(floor) + Double(step)) / 100 }
            rest -= count
        }
        return nil
    }

    /// The shortest silence that counts as one, in seconds.
    private static let shortestGap = 6.0

    private static func lastGap(in curve: LoudnessCurve, from first: Double, to last: Double) -> ClosedRange<Double>? {
        var end: Int?
        var isSoundBehind = false
        for index in stride(from: LoudnessCurve.index(at: last), through: LoudnessCurve.index(at: first), by: -1) {
            if curve[index] > -60 { isSoundBehind = true }
            guard isSoundBehind else { continue }
            if curve[index] <= -60 {
                end = end ?? index
            } else if let found = end {
                let gap = Double(found - index) * LoudnessCurve.step
                if gap >= shortestGap { return Double(index) * LoudnessCurve.step...Double(found) * LoudnessCurve.step }
                end = nil
            }
        }
        return nil
    }
}
