import SegueCore

/// Positions on the tape, according to the output's readings.
extension TapeMachine {
    /// Returns the first position that can still be changed.
    func changeable(_ reading: Reading?) -> Int64 {
        switch state {
        case .stopped: 0
        case .paused(let place), .pausing(let place): place
        case .running, .leaving:
            isSounding ? max(lastHeard, min(reading?.changeable ?? sent, supply.settled)) : sent
        }
    }

    /// Returns the position at which a pause, if requested now, would stop, and later resume.
    func stopping(_ reading: Reading?) -> Int64 {
        switch state {
        case .stopped: return 0
        case .paused(let place), .pausing(let place): return place
        case .running, .leaving:
            let start = changeable(reading)
            return min(start + ramp, max(tape.end, start))
        }
    }

    /// Returns the actual end of a fade to silence that was to end at `place`. If nothing is left to be heard, it is
    /// silent already, and perhaps nothing more is ever mixed.
    func silence(behind place: Int64) -> Int64 {
        if supply.isLastKnown { return min(place, tape.end) }
        return supply.isDry && !isOffline ? min(place, sent) : place
    }

    /// Returns true if audible progress is expected: audio is available, or the output is to come to rest.
    mutating func expectsProgress(_ reading: Reading?) -> Bool {
        guard isSounding, !isOffline else { return false }
        let end = max(sent, supply.reach)
        return switch state {
        case .running: heard(reading) < end
        case .leaving(let place, _): heard(reading) < min(end, silence(behind: place))
        case .pausing: true
        case .stopped, .paused: false
        }
    }

    /// Adds the lengths of audio on its way to the ear, and of all that is on the tape (`reserve`). Nothing is added
    /// unless audio plays.
    mutating func describe(_ path: inout SoundPath, _ reading: Reading?) {
        guard isSounding else { return }
        let heard = heard(reading)
        func time(upTo place: Int64) -> MediaTime { Timeline.time(of: max(place - heard, 0), rate: rate) }
        path.queued = time(upTo: sent)
        path.fixed = time(upTo: changeable(reading))
        path.reserve = time(upTo: tape.end)
    }

    // MARK: - What the output is to have

    /// Returns the number of samples ahead to which the output is filled: no more than the mixer has a head start for.
    func depth(_ reading: Reading) -> Int64 {
        isOffline ? reading.depth : min(reading.depth, lead.samples(rate: rate) / 2)
    }

    /// Returns the number of samples that the output has taken and that are not heard yet.
    func lag(_ reading: Reading) -> Int64 {
        guard isSounding, !isOffline else { return 0 }
        return max(0, min(reading.taken, sent) - max(lastHeard, min(reading.heard, sent)))
    }

    /// Returns the position before which the output is to have everything. It has taken those up to `now`.
    func wanted(from now: Int64, _ depth: Int64) -> Int64 {
        guard depth > 0 else { return sent }
        return switch state {
        case .pausing(let place): place
        case .leaving(let place, _): min(now + depth, place)
        case .stopped, .running, .paused: now + depth
        }
    }

    /// Returns the next position at which an action is due: the output is filled, `mark` is heard, or a fade to silence
    /// has ended. Returns nil if there is none.
    func nextPlace(mark: Int64?, _ reading: Reading?) -> Int64? {
        guard isSounding, let reading else { return nil }
        let depth = depth(reading)
        let isFull = supply.isStarving || depth == 0 || supply.isLastKnown && sent >= tape.end
        let refill = isFull ? nil : sent - depth / 2 - lag(reading)
        let places: [Int64?] =
            switch state {
            case .stopped, .paused, .pausing: []
            case .leaving(let place, _): [mark, silence(behind: place), sent < place ? refill : nil]
            case .running: [mark, refill]
            }
        return places.compactMap(\.self).min()
    }
}
