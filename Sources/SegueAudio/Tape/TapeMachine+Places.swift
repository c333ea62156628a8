import SegueCore

/// Places on the tape, according to what the output says about itself.
extension TapeMachine {
    /// The first place that can still be changed.
    func changeable(_ reading: Reading?) -> Int64 {
        switch state {
        case .stopped: 0
        case .paused(let place), .pausing(let place): place
        case .running, .leaving:
            isSounding ? max(lastHeard, min(reading?.changeable ?? sent, supply.settled)) : sent
        }
    }

    /// Where the sound would stop, and go on later, if a pause were asked for now.
    func stopping(_ reading: Reading?) -> Int64 {
        switch state {
        case .stopped: return 0
        case .paused(let place), .pausing(let place): return place
        case .running, .leaving:
            let start = changeable(reading)
            return min(start + ramp, max(tape.end, start))
        }
    }

    /// Where a fade to silence that was to end at `place` really ends: with nothing left to be heard it is silent
    /// already, and nobody may ever mix more.
    func silence(behind place: Int64) -> Int64 {
        if supply.isLastKnown { return min(place, tape.end) }
        return supply.isDry && !isOffline ? min(place, sent) : place
    }

    /// True if the output is to let something be heard: there is audio for it, or it is to come to rest.
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

    // MARK: - What the output is to have

    /// How many samples ahead the output is filled: no more than the mixer has a head start for.
    func depth(_ reading: Reading) -> Int64 {
        isOffline ? reading.depth : min(reading.depth, lead.samples(rate: rate) / 2)
    }

    /// The place in front of which the output is to have everything.
    func wanted(from now: Int64, _ depth: Int64) -> Int64 {
        guard depth > 0 else { return sent }
        return switch state {
        case .pausing(let place): place
        case .leaving(let place, _): min(now + depth, place)
        case .stopped, .running, .paused: now + depth
        }
    }

    /// The next place at which something is to be done: the output is filled, `mark` is heard, or a fade to silence has
    /// ended. Nil when there is none.
    func nextPlace(mark: Int64?, _ reading: Reading?) -> Int64? {
        guard isSounding, let reading else { return nil }
        let depth = depth(reading)
        let refill = supply.isStarving || depth == 0 || supply.isLastKnown && sent >= tape.end ? nil : sent - depth / 2
        let places: [Int64?] =
            switch state {
            case .stopped, .paused, .pausing: []
            case .leaving(let place, _): [mark, silence(behind: place), sent < place ? refill : nil]
            case .running: [mark, refill]
            }
        return places.compactMap(\.self).min()
    }
}
