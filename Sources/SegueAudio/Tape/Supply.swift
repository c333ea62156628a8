import SegueCore

/// What of the tape the output has got, and gets next: the samples with the gains that are laid over them. A value.
///
/// The output has everything in front of `sent`. What is changed in front of that is sent again, and what is not there
/// any more is replaced by silence.
struct Supply: Sendable {
    private enum Completion {
        case none
        case underWay
        case done
    }

    private(set) var tape = Tape()
    private(set) var sent: Int64 = 0
    /// The mixer waits at the end of what is on the tape, until it is decided what follows.
    var isHeldAtEnd = false
    /// What is to be sent is not there.
    private(set) var isStarving = false
    private let rate: Int32
    private var master: Master
    /// Behind the last sample that the output has ever got.
    private var covered: Int64 = 0
    /// What it had got from `sent` on has been replaced by silence.
    private var isCleared = false
    /// What is sent next takes the place of what has been sent.
    private var isRewriting = false
    /// Whether the output has been told that nothing follows, and all is out.
    private var completion = Completion.none

    init(rate: Int32, volume: Double) {
        self.rate = rate
        master = Master(rate: rate, volume: volume)
    }

    /// The person's volume.
    var volume: FadeEnvelope {
        get { master.volume }
        set { master.volume = newValue }
    }

    /// The ramps of pause and stop.
    var transport: FadeEnvelope {
        get { master.transport }
        set { master.transport = newValue }
    }

    /// Nothing is known to follow what the tape has: its very last samples are sent too.
    var isLastKnown: Bool { tape.isComplete || isHeldAtEnd }

    /// Nothing follows, and all is out: a file has it.
    var isOut: Bool { tape.isComplete && completion == .done }

    /// How far can be sent now.
    var reach: Int64 { master.reach(of: tape, isLast: isLastKnown) }

    /// Nothing is left to be sent, although more may come.
    var isDry: Bool { reach <= sent }

    /// The output has what it is to have, sound or silence, in front of this place.
    var settled: Int64 { isCleared ? covered : sent }

    // MARK: - The tape

    mutating func append(_ samples: [Float]) {
        tape.append(samples)
    }

    mutating func complete() {
        tape.complete()
    }

    /// Another timeline begins at `place` (`Tape.splice`).
    mutating func splice(at place: Int64, over count: Int64, gain: (Int64) -> Double) {
        tape.splice(at: place, over: count, gain: gain)
        isHeldAtEnd = false
        completion = .none
    }

    /// Nothing is there any more.
    mutating func clear() {
        tape = Tape()
    }

    /// Nobody hears what comes before this place any more.
    mutating func forget(before place: Int64) {
        tape.drop(before: place - Int64(rate) / 4)
        master.forget(before: place)
    }

    // MARK: - What is sent

    /// What has been sent from `place` on is sent again; what was replaced by silence in front of it stays silent.
    mutating func rewrite(from place: Int64) {
        if isCleared, place > sent {
            sent = min(place, covered)
            isCleared = sent == covered
        } else if place < sent {
            sent = place
            isCleared = false
        } else if place > sent {
            return
        }
        isRewriting = sent < covered
        // What the limiter looks ahead to has other gains by now.
        master.move(to: sent, on: tape)
    }

    /// An output that stands still, or has nothing, goes on with this place.
    mutating func restart(at place: Int64) {
        (sent, covered) = (place, place)
        isCleared = false
        master.move(to: place, on: tape)
    }

    /// All is out.
    mutating func finished() {
        completion = .done
    }

    /// What the output gets now, which is to have everything in front of `wanted`. `isSounding` tells whether it has
    /// been begun with.
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
        // It begins, or has run dry: what comes is heard as soon as it can be.
        if isDry || !isSounding { actions.append(.go(from: sent)) }
        while sent < end {
            // What is heard first goes out first.
            let next = min(end, sent + Int64(rate) / 4)
            actions.append(.write(master.produce(upTo: next, from: tape, isLast: isLast), at: sent))
            sent = next
            covered = max(covered, sent)
        }
        if sent < covered, !isCleared {
            actions.append(.write([Float](repeating: 0, count: Int(2 * (covered - sent))), at: sent))
            isCleared = true
        }
        // Told when the output has begun, and can be asked.
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
