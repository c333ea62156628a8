extension Listening {
    /// Returns the meeting of two tracks whose beats are known. `level` is the overlap with which the sum stays most
    /// level.
    func meet(_ beats: BeatMatch, _ level: Trial, upTo most: Double) -> Meeting {
        if beats.relation == .related { return meeting(level, reason: reason(level.seconds)) }
        let loudest = min(limit, beats.longestRun)
        let isLong = loudTogether(level.shape) > loudest
        var place = isLong ? mostLevel(upTo: most, loudest: loudest, shortShapes) : level
        let isHole = isLong && place.cost > level.cost + Self.mostHarm
        if isHole { place = level }
        if let run = run(of: place), beats.fits(run: run.length) {
            let middle = run.middle - place.seconds
            // A plan that comes late can only wait for the next beats, when the ending is shorter and quieter.
            let isLate = place.seconds + beats.bar > most
            let harm = isLate ? Self.mostHarm : Self.mostShift
            let aligned = beats.overlaps(near: place.seconds, at: middle).lazy
                .compactMap { best($0, place, upTo: most, loudest, harm) }.first
            if let aligned {
                return meeting(aligned, beats.isCertain ? .onBeat : .onPulse, reason: beats.reason)
            }
        }
        let entry = best(beats.entries(near: place.seconds), place, upTo: most, loudest) ?? place
        guard isLong, !isHole, beats.relation == .apart else { return meeting(entry, reason: reason(entry.seconds)) }
        let (leaving, coming) = ("\(beats.tempi.leaving)", "\(beats.tempi.coming)")
        let seconds = loudTogether(entry.shape).rounded()
        return meeting(
            entry,
            reason: seconds > 0
                ? Sentence(.differentRhythms, leaving, coming, Self.figure(seconds))
                : Sentence(.differentRhythmsApart, leaving, coming))
    }

    /// The maximum additional unevenness of a meeting for the sake of the rhythm: that of a dip by three decibels.
    private static let mostHarm = 9.0

    /// The maximum additional unevenness for coinciding beats: that of one decibel.
    private static let mostShift = 1.0

    /// Returns the passage in which both are loud, in seconds from the incoming track's first audio; nil if there is
    /// none.
    private func run(of trial: Trial) -> (middle: Double, length: Double)? {
        let slots = loudSlots(trial.shape)
        guard let first = slots.first, let last = slots.last else { return nil }
        return (Double(first + last + 1) / 2 * LoudnessCurve.step, Double(last + 1 - first) * LoudnessCurve.step)
    }

    /// Returns the best of these overlaps with a shape like that of `place`; nil if none of them is possible.
    private func best(
        _ overlaps: [Double], _ place: Trial, upTo most: Double, _ loudest: Double, _ harm: Double = mostShift
    ) -> Trial? {
        let loudest = max(loudest, loudTogether(place.shape))
        var best: Trial?
        for seconds in overlaps where seconds >= 0 && seconds <= most - SilenceLimits.kept.seconds {
            var shape = place.shape
            shape.overlap = Int((seconds / LoudnessCurve.step).rounded())
            if place.shape.overlap > 0 { shape.fadeIn = place.shape.fadeIn * shape.overlap / place.shape.overlap }
            var trial = better(Trial(shape: shape), [shape], loudest)
            trial.seconds = seconds
            if trial.cost < best?.cost ?? (place.cost + harm) { best = trial }
        }
        return best
    }

    /// Returns the candidate shapes for two rhythms that are to be loud together for a short time.
    private func shortShapes(_ overlap: Int) -> [Shape] {
        guard overlap >= 20 else { return shapes(overlap) }
        var shapes = [Shape(overlap: overlap, curve: curve)]
        for candidate in [curve] + [.linear, .exponential].filter({ $0 != curve }) {
            // The inaudible part of a steep fade is skipped.
            let longest = candidate == .exponential && curve != .exponential ? Self.longestSteep : overlap
            for fadeIn in [overlap / 4, overlap / 2, 3 * overlap / 4, overlap] where fadeIn <= longest {
                shapes.append(Shape(overlap: overlap, fadeIn: fadeIn, curve: candidate))
            }
            if !ending.isCold, fadeOut == nil, overlap <= longest {
                shapes.append(Shape(overlap: overlap, fadesOut: true, curve: candidate))
            }
        }
        return shapes
    }

    /// The longest fade along `exponential`, in slots: for a tenth of a second it is below -60 dB.
    private static let longestSteep = 32
}
