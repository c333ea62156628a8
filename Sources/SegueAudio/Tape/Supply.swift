import SegueCore

/// The part of the tape that the output has received, and the samples to send next, with their gains applied. A value.
///
/// The output has received everything before `sent`. Changes before `sent` are sent again, and removed audio is
/// replaced by silence.
struct Supply: Sendable {
    private enum Completion {
        case none
        case underWay
        case done
    }

    private(set) var tape = Tape()
    private(set) var sent: Int64 = 0
    /// The position at which the mixer waits until a successor is decided; nil if the mixer does not wait. The tape may
    /// end before this position: then the mixer still has samples for the tape.
    var heldEnd: Int64?
    /// True if the samples to be sent are not available yet.
    private(set) var isStarving = false
    private let rate: Int32
    private var master: Master
    /// The position after the last sample that the output has ever received.
    private var covered: Int64 = 0
    /// True if the samples sent from `sent` on have been replaced by silence.
    private var isCleared = false
    /// True if the next samples to be sent replace others.
    private var isRewriting = false
    /// The state of the end: not announced to the output, announced, or played.
    private var completion = Completion.none

    init(rate: Int32, volume: Double) {
        self.rate = rate
        master = Master(rate: rate, volume: volume)
    }

    /// The user's volume.
    var volume: FadeEnvelope {
        get { master.volume }
        set { master.volume = newValue }
    }

    /// The ramps of pause and stop.
    var transport: FadeEnvelope {
        get { master.transport }
        set { master.transport = newValue }
    }

    /// True if no further samples are expected after the tape, so its very last samples are sent too.
    var isLastKnown: Bool { tape.isComplete || heldEnd.map { tape.end >= $0 } ?? false }

    /// True if nothing follows, and the output has received everything.
    var isOut: Bool { tape.isComplete && completion == .done }

    /// The position up to which samples can be sent now.
    var reach: Int64 { master.reach(of: tape, isLast: isLastKnown) }

    /// True if nothing is left to be sent, although more may come.
    var isDry: Bool { reach <= sent }

    /// The position before which the output is up to date, with audio or silence.
    var settled: Int64 { isCleared ? covered : sent }

    // MARK: - The tape

    mutating func append(_ samples: [Float]) {
        tape.append(samples)
    }

    mutating func complete() {
        tape.complete()
    }

    /// Begins another timeline at `place` (`Tape.splice`).
    mutating func splice(at place: Int64, over count: Int64, gain: (Int64) -> Double) {
        tape.splice(at: place, over: count, gain: gain)
        heldEnd = nil
        completion = .none
    }

    /// Lets the tape fade to silence in these positions (`Tape.fade`).
    mutating func fade(over range: Range<Int64>, isJoined: Bool) {
        tape.fade(over: range, isJoined: isJoined)
    }

    /// Empties the tape.
    mutating func clear() {
        tape = Tape()
    }

    /// Releases everything before this position, which is no longer heard.
    mutating func forget(before place: Int64) {
        tape.drop(before: place - Int64(rate) / 4)
        master.forget(before: place)
    }

    // MARK: - What is sent

    /// Sends again the samples sent from `place` on, and the samples replaced by silence before `place`, as far as the
    /// output can change them. The samples before `changeable` stay silent.
    mutating func rewrite(from place: Int64, changeable: Int64) {
        if isCleared, place > sent {
            sent = min(place, max(sent, changeable), covered)
            isCleared = sent == covered
        } else if place < sent {
            sent = place
            isCleared = false
        } else if place > sent {
            return
        }
        isRewriting = sent < covered
        // The frames within the limiter's look-ahead may have other gains by now.
        master.move(to: sent, on: tape)
    }

    /// Restarts an output that is stopped, or has no samples, at this position.
    mutating func restart(at place: Int64) {
        (sent, covered) = (place, place)
        isCleared = false
        master.move(to: place, on: tape)
    }

    /// Notes that the output has played everything.
    mutating func finished() {
        completion = .done
    }

    /// Returns the actions that send the output everything before `wanted`. `isSounding` is true once the output has
    /// been started.
    mutating func send(
        upTo wanted: Int64, isSounding: Bool, _ reading: TapeMachine.Reading
    ) -> [TapeMachine.Action] {
        let isLast = isLastKnown
        let there = reach
        guard there > sent || isSounding else { return [.starve] }
        defer { isRewriting = false }
        let end = min(wanted, there)
        var actions: [TapeMachine.Action] = []
        let isDry = isSounding && !isRewriting && end > sent && max(reading.heard, reading.changeable - 1) >= sent
        let beginning = isSounding ? nil : sent
        // The output starts, or has run dry: the next samples are heard as soon as possible.
        if isDry || !isSounding {
            actions.append(.go(from: sent))
            // The output has discarded its samples from here on.
            covered = sent
            isCleared = false
        }
        while sent < end {
            // The samples that are heard first are sent first.
            let next = min(end, sent + Int64(rate) / 4)
            actions.append(.write(master.produce(upTo: next, from: tape, isLast: isLast), at: sent))
            sent = next
            covered = max(covered, sent)
        }
        if sent < covered, !isCleared {
            actions.append(.write([Float](repeating: 0, count: Int(2 * (covered - sent))), at: sent))
            isCleared = true
        }
        // Reported after the output has started, and can be queried.
        if let beginning { actions.append(.began(beginning)) }
        if tape.isComplete, sent == tape.end, completion == .none {
            completion = .underWay
            actions.append(.finish)
        }
        isStarving = wanted > sent && !isLast
        if isStarving { actions.append(.starve) }
        return actions
    }
}
