import SegueCore

/// One deck's part in a fade, in samples of the mixer's timeline. It determines the deck's gain at any sample, and its
/// continuation if the fade has to finish quickly. Pure arithmetic.
struct FadeRun: Sendable, Hashable {
    enum Direction: Sendable, Hashable {
        case incoming
        case outgoing
    }

    var direction: Direction
    var curve: FadeCurve
    /// The fade's progress at `startSample`; not 0 once the fade has to finish quickly.
    var startProgress = 0.0
    var startSample: Int64
    /// The sample at which the progress is 1.
    var endSample: Int64
    /// The range of progress in which the gain changes; nil if the gain is always `scale`.
    var span: ClosedRange<Double>? = 0...1
    /// A factor on the gain: below 1 if the deck had not reached its full gain before.
    var scale = 1.0

    /// Returns the range of progress of the last 1024 samples of a fade of `length` samples, or of all of it.
    static func lastMoment(of length: Int64) -> ClosedRange<Double> {
        max(0, 1 - 1024 / Double(max(length, 1)))...1
    }

    func progress(at sample: Int64) -> Double {
        guard endSample > startSample else { return sample < startSample ? startProgress : 1 }
        let share = Double(sample - startSample) / Double(endSample - startSample)
        return startProgress + (1 - startProgress) * min(max(share, 0), 1)
    }

    func gain(at sample: Int64) -> Double { gain(atProgress: progress(at: sample)) }

    func gain(atProgress progress: Double) -> Double {
        switch direction {
        case .incoming: scale * curve.gain(at: progress, within: span)
        case .outgoing: scale * curve.outgoingGain(at: progress, within: span)
        }
    }

    /// Returns the same fade, continued from `sample` so that it ends at `end`. An outgoing deck that has kept its gain
    /// until now fades to silence from here on, because its own end comes later.
    func finishingQuickly(from sample: Int64, to end: Int64) -> FadeRun {
        var run = self
        run.startProgress = progress(at: sample)
        if direction == .outgoing, let span, run.startProgress < span.lowerBound { run.span = run.startProgress...1 }
        run.startSample = sample
        run.endSample = max(end, sample)
        return run
    }

    /// Returns the same fade on a timeline whose sample 0 is sample `sample` of this one.
    func moved(toBeginAt sample: Int64) -> FadeRun {
        var run = self
        run.startSample -= sample
        run.endSample -= sample
        return run
    }

    /// Writes the fade into the envelope of its load.
    func write(into envelope: inout FadeEnvelope) {
        envelope.follow(
            from: startSample, to: endSample, progress: startProgress...1, isJoining: startProgress > 0
        ) { gain(atProgress: $0) }
    }
}
