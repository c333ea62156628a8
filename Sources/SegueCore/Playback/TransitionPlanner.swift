/// Where and how one track gives way to the next, as a pure function (design.md, Transitions).
enum TransitionPlanner {
    /// The transition at the end of `outgoing`, which can begin where that is `settled`, or later.
    ///
    /// A fade takes at most half of what is left of the shorter track; one of under 0.3 s becomes a gapless join, and
    /// so does one whose end is not known. Silence that was found at the ends is no part of the tracks here.
    static func atEnd(
        of outgoing: Load, settled: MediaTime, to incoming: Load, wanted: MediaTime, isGapless: Bool, curve: FadeCurve,
        reason: TransitionPlan.Reason
    ) -> TransitionPlan {
        var plan = TransitionPlan(
            outgoing: outgoing.generation, incoming: incoming.generation, kind: .gapless, start: .now, duration: .zero,
            curve: curve, incomingGain: incoming.gain, reason: reason)
        guard !isGapless, wanted > .zero, let end = outgoing.fadeEnd else { return plan }
        var duration = min(wanted, (end - outgoing.start).half)
        if let incomingEnd = incoming.fadeEnd { duration = min(duration, (incomingEnd - incoming.start).half) }
        // After a fade that took the first half, the next fade is planned a moment after the second half has begun.
        duration = min(duration, end - settled)
        guard duration >= Timing.shortestFade else { return plan }
        plan.kind = .crossfade
        plan.start = .at(end - duration)
        plan.duration = duration
        return plan
    }

    /// The transition that a person asked for, as soon as the mixer can.
    static func now(
        from outgoing: Load, at heard: MediaTime, to incoming: Load, wanted: MediaTime, curve: FadeCurve,
        reason: TransitionPlan.Reason
    ) -> TransitionPlan {
        var duration = wanted
        if let end = outgoing.duration { duration = min(duration, max(end - heard, .zero)) }
        if let whole = incoming.duration { duration = min(duration, (whole - incoming.start).half) }
        let isFade = duration >= Timing.shortestFade
        return TransitionPlan(
            outgoing: outgoing.generation, incoming: incoming.generation, kind: isFade ? .crossfade : .cut, start: .now,
            duration: isFade ? duration : Timing.cutRamp, curve: isFade ? curve : .equalPower,
            incomingGain: incoming.gain, reason: reason)
    }
}
