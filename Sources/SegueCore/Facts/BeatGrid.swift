/// The beats of one end of a track: evenly spaced, at one tempo (design.md, Rhythm).
///
/// All times are seconds from the start of the file. The grid extends beyond the audio from which it was fitted; the
/// error of the tempo grows with the distance.
public struct BeatGrid: Sendable, Hashable {
    /// The certainty of a grid. Each case includes the previous one.
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

        /// Creates bars of this many beats. `first` is the beat that begins a bar.
        public init(beats: Int, first: Int) {
            self.beats = beats
            self.first = first
        }
    }

    /// The time from one beat to the next: 60/212 to 60/53 s.
    public var period: Double
    /// The time of a beat.
    public var phase: Double
    /// True if the beats are known, false if only the half beats are.
    public var isBeatCertain: Bool
    /// The bars; nil if unknown.
    public var bar: Bar?
    /// The part of the track from which the grid was fitted.
    public var range: ClosedRange<Double>

    /// Creates a grid of these parts. Traps unless the period is positive.
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

    /// The certainty of the grid.
    public var certainty: Certainty { !isBeatCertain ? .pulse : bar == nil ? .beat : .bar }

    /// The tempo in beats per minute.
    public var tempo: Double { 60 / period }

    /// The grid of the half beats. If the beat is uncertain, each half beat may be a beat.
    public var halved: BeatGrid {
        BeatGrid(period: period / 2, phase: phase, isBeatCertain: false, range: range)
    }

    /// Returns the time of a beat, counted from the beat at `phase`.
    public func time(ofBeat number: Int) -> Double { phase + Double(number) * period }

    /// Returns the beats in `interval`, in order, both ends included. Returns none if there are more than `mostBeats`.
    public func beats(in interval: ClosedRange<Double>) -> [Double] {
        let first = ((interval.lowerBound - phase) / period).rounded(.up)
        let last = ((interval.upperBound - phase) / period).rounded(.down)
        guard first <= last, last - first < Double(Self.mostBeats), abs(first) < 0x1p53 else { return [] }
        return (Int(first)...Int(last)).map(time(ofBeat:))
    }

    /// The maximum number of beats that `beats(in:)` returns: the beats of 7 hours at 212 beats per minute.
    public static let mostBeats = 89_040

    /// Returns the beat nearest to `time`; the later one if two are equally near.
    public func nearestBeat(to time: Double) -> Double {
        phase + ((time - phase) / period + 0.5).rounded(.down) * period
    }

    /// Returns the time from the nearest beat to `time`: −period/2 up to period/2, negative before the beat.
    public func distance(of time: Double) -> Double { time - nearestBeat(to: time) }
}
