extension TrackFacts.Measurement {
    /// The distance from the start or end of listening, in seconds, within which momentary loudness covers less than
    /// its window.
    private static let blur = 0.3

    /// Combines two measurements of a track of this length: of its first seconds, and of its last ones. Values that
    /// require the entire track are unknown. Nil if nothing lies in between.
    public init?(beginning: Self, ending: Self, seconds: Double) {
        let origin = seconds - ending.seconds
        let (left, right) = (beginning.seconds - Self.blur, origin + Self.blur)
        guard left > 0, left < right, right < seconds else { return nil }
        let (first, last, shift) = (
            LoudnessCurve.index(at: left), LoudnessCurve.index(at: right), LoudnessCurve.index(at: origin)
        )
        /// Returns the values of one curve: `head`, nothing, `tail`.
        func join<Value>(_ count: Int, _ head: (Int) -> Value, _ nothing: Value, _ tail: (Int) -> Value) -> [Value] {
            (0..<count + shift).map { $0 <= first ? head($0) : $0 < last ? nothing : tail($0 - shift) }
        }
        func join(_ curve: KeyPath<Self, PeakCurve>) -> PeakCurve {
            let (head, tail) = (beginning[keyPath: curve].steps, ending[keyPath: curve].steps)
            func step(_ steps: [UInt8], _ index: Int) -> Int { steps.indices.contains(index) ? Int(steps[index]) : 255 }
            return PeakCurve(steps: join(tail.count, { step(head, $0) }, 255, { step(tail, $0) }))
        }
        self.init(
            seconds: seconds, loudness: nil, range: nil, peak: max(beginning.peak, ending.peak),
            firstSound: beginning.firstSound.flatMap { $0 < left ? $0 : nil },
            lastSound: ending.lastSound.map { origin + $0 }.flatMap { $0 > right ? $0 : nil },
            momentary: LoudnessCurve(
                join(
                    ending.momentary.count, { beginning.momentary[$0] }, LoudnessCurve.silence,
                    { ending.momentary[$0] })),
            low: join(\.low), middle: join(\.middle), high: join(\.high),
            heard: TrackFacts.HeardLevels(loudness: nil, peak: max(beginning.heard.peak, ending.heard.peak)),
            channels: beginning.channels, unheard: left...right)
    }
}
