import SegueCore

/// The gain of the fade's element for one load, by samples of the mixer's timeline. A value.
struct DeckGain: Sendable {
    /// The gain for the element in the next block.
    enum Step: Hashable, Sendable {
        case unchanged
        /// This gain from here on.
        case constant(Double)
        /// Gains along these points, in this one block.
        case points([FadeEnvelope.Point])
    }

    private var envelope = FadeEnvelope(constant: 1)
    /// True while the element plays the envelope, at some cost. After the envelope, its last gain is set for good.
    private var isPlaying = false
    /// The load's part in a fade that is under way or over.
    private(set) var run: FadeRun?

    /// Creates a gain. With `run`, a fade may be resumed in its middle.
    init(run: FadeRun? = nil) {
        guard let run else { return }
        self.run = run
        envelope = FadeEnvelope(constant: run.gain(atProgress: run.startProgress))
        run.write(into: &envelope)
        isPlaying = true
    }

    /// Fades from the gain at `start` along `curve`, to 0 at `end`: within `span` (`FadeRun.span`), or in the last
    /// moment if `span` is nil. Audio after a track's last non-silent sample must not be heard until the track is
    /// unloaded.
    mutating func fadeOut(along curve: FadeCurve, within span: ClosedRange<Double>?, from start: Int64, to end: Int64) {
        let run = FadeRun(
            direction: .outgoing, curve: curve, startSample: start, endSample: end,
            span: span ?? FadeRun.lastMoment(of: end - start),
            scale: envelope.gain(at: start))
        run.write(into: &envelope)
        self.run = run
        isPlaying = true
    }

    /// Returns the gain for the block of `length` that begins at `start`.
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
