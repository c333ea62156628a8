/// The beats of one end of a track: evenly spaced, at one tempo (design.md, Rhythm).
///
/// All times are seconds from the start of the file. The grid extends beyond the audio from which it was fitted; the
/// error of the tempo grows with the distance.
public struct BeatGrid: Sendable, Hashable {
    /// How much of a grid is known. Each case includes the previous one.
    public enum Certainty: String, Sendable, Hashable, CaseIterable {
        /// The half beats are certain; which of them is the beat is a guess.
        case pulse
        /// The beats are certain.
        case beat
        /// The beats are certain, and the bars are likely (94 % of them are right).
        case bar
    }

    /// The bars of a grid.
    public struct Bar: Sendable, Hashable {
        /// The number of beats in each bar: 3 or 4.
        public var beats: Int
        /// The number of the first beat of a bar, counted from the beat at `phase`: 0 to `beats` − 1.
        public var first: Int

        /// Bars of this many beats, one of which begins with this beat.
        public init(beats: Int, first: Int) {
            self.beats = beats
            self.first = first
        }
    }

    /// The time from one beat to the next: 60/212 to 60/53 s.
    public var period: Double
    /// The time of a beat.
    public var phase: Double
    /// Whether the beats are known, or the half beats alone.
    public var isBeatCertain: Bool
    /// The bars; nil where they are not known.
    public var bar: Bar?
    /// The part of the track from which the grid was fitted.
    public var range: ClosedRange<Double>

    /// A grid of these parts. Traps unless the period is positive.
    public init(
        period: Double, phase: Double, isBeatCertain: Bool, bar: Bar? = nil, range: ClosedRange<Double>
    ) {
        precondition(period > 0, "a period of \(period) s has no beats")
        self.period = period
        self.phase = phase
        self.isBeatCertain = isBeatCertain
        self.bar = bar
        self.range = range
    }

    /// How much of the grid is known.
    public var certainty: Certainty { !isBeatCertain ? .pulse : bar == nil ? .beat : .bar }

    /// The tempo in beats per minute.
    public var tempo: Double { 60 / period }

    /// The half beats of the grid as a grid: where the beat is uncertain, each of them may be one.
    public var halved: BeatGrid {
        BeatGrid(period: period / 2, phase: phase, isBeatCertain: false, range: range)
    }

    /// The time of a beat, counted from the beat at `phase`.
    public func time(ofBeat number: Int) -> Double { phase + Double(number) * period }

    /// The beats in `interval`, in order, both ends included. None where it holds more than `mostBeats`.
    public func beats(in interval: ClosedRange<Double>) -> [Double] {
        let first = ((interval.lowerBound - phase) / period).rounded(.up)
        let last = ((interval.upperBound - phase) / period).rounded(.down)
        guard first <= last, last - first < Double(Self.mostBeats), abs(first) < 0x1p53 else { return [] }
        return (Int(first)...Int(last)).map(time(ofBeat:))
    }

    /// The most beats that `beats(in:)` returns: those of 7 hours at 212 beats a minute.
    public static let mostBeats = 89_040

    /// The beat nearest to `time`; the later one of two that are equally near.
    public func nearestBeat(to time: Double) -> Double {
        phase + ((time - phase) / period + 0.5).rounded(.down) * period
    }

    /// The time from the nearest beat to `time`: −period/2 up to period/2, negative before the beat.
    public func distance(of time: Double) -> Double { time - nearestBeat(to: time) }
}
