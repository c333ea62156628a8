import SegueCore

/// The gain that the fade's element plays for one load, by samples of the mixer's timeline. A value.
struct DeckGain: Sendable {
    /// What the element is to play in the next block.
    enum Step: Hashable, Sendable {
        case unchanged
        /// This gain from here on.
        case constant(Double)
        /// Along these points in this one block.
        case points([FadeEnvelope.Point])
    }

    private var envelope = FadeEnvelope(constant: 1)
    /// The element plays the envelope, at some cost; once the envelope is through, its last gain is set for good.
    private var isPlaying = false
    /// The load's part in a fade that is under way or over.
    private(set) var run: FadeRun?

    /// A fade may be taken up in its middle.
    init(run: FadeRun? = nil) {
        guard let run else { return }
        self.run = run
        envelope = FadeEnvelope(constant: run.gain(atProgress: run.startProgress))
        run.write(into: &envelope)
        isPlaying = true
    }

    /// The gain goes from its value at `start` along `curve`, to 0 at `end`: within `span` (`FadeRun.span`), or in the
    /// last moment when there is none. What lies behind a track's last sound must not be heard until it is unloaded.
    mutating func fadeOut(along curve: FadeCurve, within span: ClosedRange<Double>?, from start: Int64, to end: Int64) {
        let run = FadeRun(
            direction: .outgoing, curve: curve, startSample: start, endSample: end,
            span: span ?? FadeRun.lastMoment(of: end - start),
            scale: envelope.gain(at: start))
        run.write(into: &envelope)
        self.run = run
        isPlaying = true
    }

    /// What to play in the block of `length` that begins at `start`.
    mutating func step(from start: Int64, _ length: Int64) -> Step {
        guard isPlaying else { return .unchanged }
        guard start < envelope.end else {
            isPlaying = false
            envelope = FadeEnvelope(constant: envelope.finalGain)
            return .constant(envelope.finalGain)
        }
        return .points(envelope.points(from: start, to: start + length))
    }
}
