/// The facts about the audio of a track, usually from one decoding of the whole file (design.md, Facts).
///
/// A fact that could not be determined is nil.
public struct TrackFacts: Sendable, Hashable {
    /// The version of the facts. Facts of another version are measured again.
    public static let version = 2

    /// The source of the facts.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The whole audio.
        case whole
        /// The audio of the beginning and of the ending.
        case ends
        /// The file's MixRamp tags.
        case tags
    }

    /// The greatest sample value that counts as silence, linear: −60 dBFS.
    public static let silentAmplitude = 0.001

    /// The levels of a track as heard from two speakers, at a gain of 1. A single channel is played by both speakers,
    /// and more than two channels are downmixed.
    public struct HeardLevels: Sendable, Hashable {
        /// Integrated loudness (ITU-R BS.1770-4), in LUFS; nil if all of the track is below the gate, or if the track
        /// was only partly analysed.
        public var loudness: Double?
        /// The highest true peak of either speaker, linear, 1 at full scale.
        public var peak: Double

        /// Creates levels of these parts.
        public init(loudness: Double?, peak: Double) {
            self.loudness = loudness
            self.peak = peak
        }
    }

    /// The measured values, from which all other facts are derived.
    public struct Measurement: Sendable, Hashable {
        /// The length of the decoded audio.
        public var seconds: Double
        /// Integrated loudness of the file's own channels (ITU-R BS.1770-4), in LUFS; nil if all of the track is below
        /// the gate.
        public var loudness: Double?
        /// Loudness range (EBU Tech 3342), in LU; nil for a track of under 3 s.
        public var range: Double?
        /// The highest true peak of any channel in the analysed audio (ITU-R BS.1770-4, annex 2), linear, 1 at full
        /// scale.
        public var peak: Double
        /// The time of the first sample above −60 dBFS, in seconds; nil for silence.
        public var firstSound: Double?
        /// The time after the last sample above −60 dBFS, in seconds; nil for silence.
        public var lastSound: Double?
        /// Momentary loudness as heard from two speakers.
        public var momentary: LoudnessCurve
        /// The highest peak below 120 Hz in each tenth of a second.
        public var low: PeakCurve
        /// The highest peak from 120 Hz to 4 kHz in each tenth of a second.
        public var middle: PeakCurve
        /// The highest peak above 4 kHz in each tenth of a second.
        public var high: PeakCurve
        /// The levels as heard from two speakers.
        public var heard: HeardLevels
        /// The number of channels of the file; nil if it was not determined.
        public var channels: Int?
        /// The part in between that was not analysed; nil if there is none. The curves are silent there.
        public var unheard: ClosedRange<Double>?
        /// The rhythm of both ends; nil if it was not measured, or was measured by another version of the detector.
        public var rhythm: TrackRhythm?

        /// Creates a measurement of these parts. By default the whole track was analysed, and the levels as heard equal
        /// the measured levels.
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

    /// The measured values, unchanged.
    public let measurement: Measurement
    /// The source of the facts.
    public let source: Source
    /// The level of the track's body in LUFS: the median of the momentary loudness, without the values 20 LU below the
    /// loudest. Nil for silence.
    public let sustained: Double?
    /// The shape of the beginning; nil for silence.
    public let beginning: Flank?
    /// The shape of the ending; nil for silence.
    public let ending: Flank?
    /// The last silence of 6 s or more inside the track that is followed by hidden audio.
    public let lastGap: ClosedRange<Double>?

    /// The highest true peak of any channel in dBTP, 0 at full scale; nil for digital silence, and if the track was
    /// only partly analysed.
    public var truePeak: Double? {
        measurement.peak > 0 && source == .whole ? 20 * Mathematics.logarithm10(measurement.peak) : nil
    }

    /// Creates the facts that follow from a measurement.
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

    /// The length from an edge inward that a transition requires, in seconds: the passage from which its level is
    /// taken.
    private static let neededLength = 35.0

    /// True if enough of the ending was analysed to plan the transition after the track.
    var tellsEnding: Bool {
        guard let unheard = measurement.unheard else { return true }
        return ending.map { $0.edge - unheard.upperBound >= Self.neededLength } ?? false
    }

    /// True if enough of the beginning was analysed to plan the transition to the track.
    var tellsBeginning: Bool {
        guard let unheard = measurement.unheard else { return true }
        return beginning.map { unheard.lowerBound - $0.edge >= Self.neededLength } ?? false
    }

    private static func body(of curve: LoudnessCurve) -> Double? {
        guard let loudest = curve.hundredths.max() else { return nil }
        let silence = Int16(LoudnessCurve.silence * 100)
        let floor = max(loudest - 2000, silence)
        guard loudest > silence else { return nil }
        // Counting is used instead of sorting: an hour has 36,000 values, and drawing must not wait.
        var counts = Array(repeating: 0, count: Int(loudest - floor) + 1)
        for value in curve.hundredths where value > floor { counts[Int(value - floor)] += 1 }
        var rest = counts.reduce(0, +) / 2
        for (step, count) in counts.enumerated() {
            if rest < count { return (Double(floor) + Double(step)) / 100 }
            rest -= count
        }
        return nil
    }

    /// The minimum length of a gap, in seconds.
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
