/// The planning of position and form of transitions, as a pure function (design.md, Transitions).
enum TransitionPlanner {
    /// The inputs of the transition at the end of a track, beside the two loads.
    struct Wishes: Sendable, Equatable {
        /// The longest time for which two tracks are loud together, and the length of a plain fade.
        var duration: MediaTime
        var curve: FadeCurve
        /// True if the tracks are joined without a fade.
        var isGapless: Bool
        var reason: TransitionPlan.Reason
        /// The shape that the user has set; nil if there is none.
        var pin: TransitionPin.Shape?
        /// The facts about the audio of the two tracks; nil if a plain fade is configured.
        var known: KnownSound?

        /// Returns the end of the outgoing track's last audio; nil if it is unknown.
        func audibleEnd(of outgoing: Load) -> MediaTime? {
            guard case .both(let last, _)? = known else { return nil }
            return lastSound(of: outgoing, last).map { MediaTime(seconds: $0) + SilenceLimits.kept }
        }
    }

    /// Returns the transition at the end of `outgoing`, which begins at `settled` or later.
    static func atEnd(
        of outgoing: Load, settled: MediaTime, to incoming: Load, _ wishes: Wishes
    ) -> TransitionPlan {
        var plan = TransitionPlan(
            outgoing: outgoing.generation, incoming: incoming.generation, kind: .gapless, start: .now, duration: .zero,
            curve: wishes.curve, incomingGain: incoming.gain.linear, reason: wishes.reason)
        if case .both(let last, let first)? = wishes.known { plan.beats = TransitionBeats(from: last, to: first) }
        if let pin = wishes.pin {
            return pinned(plan, pin, outgoing, settled: settled, audibleEnd: wishes.audibleEnd(of: outgoing), incoming)
        }
        plan.tier = .plain
        plan.explanation = [Sentence(.plainFades)]
        guard !wishes.isGapless else {
            plan.tier = .joined
            plan.explanation = [Sentence(.album)]
            return plan
        }
        guard wishes.duration > .zero else {
            plan.explanation = [Sentence(.noFades)]
            return plan
        }
        guard let end = outgoing.fadeEnd else {
            plan.explanation = [Sentence(.unknownEnd)]
            return plan
        }
        switch wishes.known {
        case nil: break
        case .missing(let explanation): plan.explanation = [explanation]
        case .both(let last, let first):
            if MediaTime(seconds: min(last.measurement.seconds, first.measurement.seconds)).half < wishes.duration {
                plan.tier = .short
                plan.explanation = [Sentence(.shortTrack)]
                break
            }
            let leaving = Listening.Side(facts: last, gain: outgoing.gain.linear, edge: lastSound(of: outgoing, last))
            let coming = Listening.Side(facts: first, gain: incoming.gain.linear, edge: firstSound(of: incoming, first))
            plan.tier = .ramped
            plan.explanation = [Sentence(.silentTrack)]
            guard
                let listening = Listening(
                    from: leaving, to: coming, loudest: wishes.duration.seconds, curve: wishes.curve)
            else { return plan }
            return listened(plan, listening, leaving, coming, incoming, settled: settled)
        }
        return faded(plan, outgoing, settled: settled, until: end, incoming, wishes.duration)
    }

    /// Returns the transition that the user has set, as far as time permits: the fade does not reach the incoming
    /// track's second half.
    private static func pinned(
        _ gapless: TransitionPlan, _ pin: TransitionPin.Shape, _ outgoing: Load, settled: MediaTime,
        audibleEnd: MediaTime?, _ incoming: Load
    ) -> TransitionPlan {
        var plan = gapless
        plan.tier = .pinned
        plan.explanation = [Sentence(.setByHand)]
        plan.curve = pin.curve ?? gapless.curve
        guard let end = outgoing.fadeEnd else {
            plan.explanation = [Sentence(.setByHandWithoutEnd)]
            return plan
        }
        // After a seek past the pinned start, the rest of the track plays to its end.
        let pinnedStart = pin.start.flatMap { $0 + pin.duration > settled ? $0 : nil }
        // A shortened transition keeps its end, so that nothing of the track is lost.
        let last = pinnedStart.map { min($0 + pin.duration, end) } ?? min(end, audibleEnd ?? end)
        var duration = pinnedStart.map { last - $0 } ?? pin.duration
        if let half = incoming.fadeEnd.map({ ($0 - incoming.start).half }) { duration = min(duration, half) }
        let start = max(last - duration, settled)
        guard start <= last, start < end else { return plan }
        duration = last - start
        if duration >= Timing.shortestFade {
            plan.kind = .crossfade
        } else if pinnedStart != nil {
            plan.kind = .cut
            duration = Timing.cutRamp
        } else {
            return plan
        }
        plan.start = .at(start)
        plan.duration = duration
        plan.beats?.place(at: start.seconds, from: incoming.start.seconds, for: duration.seconds)
        return plan
    }

    private static func shorterHalf(_ outgoing: Load, until end: MediaTime, _ incoming: Load) -> MediaTime {
        let half = (end - outgoing.start).half
        return incoming.fadeEnd.map { min(half, ($0 - incoming.start).half) } ?? half
    }

    /// Returns a fade of at most half of the remaining part of the shorter track. A fade of under 0.3 s becomes a
    /// gapless join, and so does a fade whose end is unknown. Silence found at the ends is not a part of the tracks
    /// here.
    private static func faded(
        _ gapless: TransitionPlan, _ outgoing: Load, settled: MediaTime, until end: MediaTime, _ incoming: Load,
        _ wanted: MediaTime
    ) -> TransitionPlan {
        var plan = gapless
        // After a fade that took the first half, the next fade is planned a moment after the second half has begun.
        let duration = min(wanted, shorterHalf(outgoing, until: end, incoming), end - settled)
        guard duration >= Timing.shortestFade else { return plan }
        plan.kind = .crossfade
        plan.start = .at(end - duration)
        plan.duration = duration
        return plan
    }

    /// Returns the transition at which the audio of both tracks fits together; silent parts overlap the other track.
    /// The tracks play together for at most half of the audible part of either.
    private static func listened(
        _ gapless: TransitionPlan, _ listening: Listening, _ leaving: Listening.Side, _ coming: Listening.Side,
        _ incoming: Load, settled: MediaTime
    ) -> TransitionPlan {
        var plan = gapless
        guard let ending = leaving.edge, let beginning = coming.edge else { return plan }
        let end = MediaTime(seconds: ending) + SilenceLimits.kept
        let silence = max(MediaTime(seconds: beginning) - incoming.start, .zero)
        let head = min(silence, MediaTime(seconds: Listening.longestOverlap))
        let longest = end - settled
        let half = MediaTime(seconds: min(leaving.soundingSeconds, coming.soundingSeconds)).half
        let meeting = listening.meet(longest: max(min(longest - head, half), .zero).seconds)
        plan.explanation = [meeting.reason] + doubts(leaving.facts, coming.facts)
        // The quietest end of the track is kept too, and so is the first audio of the next one.
        let duration = min(MediaTime(seconds: meeting.overlap) + head + SilenceLimits.kept, longest)
        guard duration >= Timing.cutRamp else { return plan }
        plan.duration = duration
        plan.start = .at(end - duration)
        // Nothing is attenuated for the silence before the next track.
        let begin = min(head.seconds / duration.seconds, 0.9)
        plan.fadeOut = meeting.fadesOut ? begin...1 : nil
        plan.curve = meeting.curve
        plan.fadeIn = nil
        guard duration >= Timing.shortestFade else {
            plan.kind = .cut
            plan.fadeOut = nil
            return plan
        }
        plan.kind = .crossfade
        plan.tier = meeting.tier
        switch meeting.tier {
        case .onBeat: plan.beats?.alignment = .beat
        case .onPulse: plan.beats?.alignment = .pulse
        case .joined, .pinned, .ramped, .plain, .short, .asked: break
        }
        if meeting.fadeIn > 0 { plan.fadeIn = begin...min(1, begin + meeting.fadeIn / duration.seconds) }
        return plan
    }

    /// Returns the position of a track's last audio; earlier than in the facts if more of the end counts as silence.
    private static func lastSound(of load: Load, _ facts: TrackFacts) -> Double? {
        let end = load.audible.map { ($0.upperBound - SilenceLimits.kept).seconds } ?? .infinity
        return facts.ending.map { min($0.edge, end) }
    }

    /// Returns the position of a track's first audio; later than in the facts if more of the beginning was left out.
    private static func firstSound(of load: Load, _ facts: TrackFacts) -> Double? {
        facts.beginning.map { max($0.edge, load.start.seconds) }
    }

    /// Returns the facts that the plan lacks; none if both tracks are completely analysed.
    private static func doubts(_ last: TrackFacts, _ first: TrackFacts) -> [Sentence] {
        let sources: [(TrackFacts.Source, both: Sentence.Code, outgoing: Sentence.Code, incoming: Sentence.Code)] = [
            (.ends, .bothByEnds, .outgoingByEnds, .incomingByEnds),
            (.tags, .bothByTags, .outgoingByTags, .incomingByTags),
        ]
        return sources.compactMap { source, both, outgoing, incoming in
            switch (last.source == source, first.source == source) {
            case (true, true): Sentence(both)
            case (true, false): Sentence(outgoing)
            case (false, true): Sentence(incoming)
            case (false, false): nil
            }
        }
    }

    /// Returns the transition for a command of the user, as soon as the mixer can.
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
            incomingGain: incoming.gain.linear, reason: reason)
    }
}
