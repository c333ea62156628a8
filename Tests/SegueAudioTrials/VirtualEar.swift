import SegueCore

@testable import SegueAudio

/// The audio heard so far, and the knowledge of the audio that must be heard.
struct VirtualEar {
    var epoch = 0
    /// True if audio has begun, and no command has ended it.
    var isExpectant = false
    /// The number of milliseconds for which nothing has been heard.
    var silence: Int64 = 0
    var heardCount: Int64 = 0
    var holes: [String: Int] = [:]
    /// The value of `heardCount` when the audio on the tape was last about to change.
    var lastChange: Int64 = 0
    /// The positions where other audio last began on the tape, or was written again. A ramp from the former audio to
    /// the new audio may follow.
    var changes: [Int64] = []
    /// The position after the last sample of the last write.
    var writtenEnd: Int64 = 0
    /// The value of `heardCount` when a transition was last under way.
    var lastBlend: Int64 = -1000
    /// The load that took over while the audio beneath it was about to be changed or to fall silent, or had another
    /// transition: that audio is as it was before.
    var changed: LoadGeneration?
    /// The position before which nothing can be heard: the tape had ended before the first position that could be
    /// changed, or its changed version came later than planned.
    var end: Int64 = 0
    /// The last level that was heard, alone or not.
    var lastLevel: Float = 0

    mutating func noteChange(at place: Int64) { changes = [place] + changes.prefix(20) }
}

/// The levels that should be heard according to the reports, and the loads that they belong to.
struct Expectation {
    var level: Float
    var right: Float
    var loads: [UInt64]
    /// True if a fade or a ramp is under way: the levels are those without it.
    var isFading: Bool

    init(_ level: Float, _ right: Float, _ loads: [UInt64], _ isFading: Bool) {
        (self.level, self.right, self.loads, self.isFading) = (level, right, loads, isFading)
    }
}

extension ScoreTrial {
    /// Listens to one millisecond.
    mutating func listen() {
        guard let output else { return }
        noteTakeover()
        guard score.tape.state == .running, score.tape.isSounding, let place = output.place(at: now) else {
            ear.isExpectant = false
            ear.silence = 0
            return
        }
        let heard = output.sound(at: now)
        let level = heard?.left ?? 0
        let expected = expectation(at: place)
        if level > 0.01 {
            ear.heardCount += 1
            ear.lastLevel = level
            ear.isExpectant = true
            ear.silence = 0
            if score.isRewriting || score.isGivingWay {
                ear.lastChange = max(ear.lastChange, ear.heardCount)
            }
            if score.transitions.contains(where: { $0.isUnderWay(at: place) }) || isBlended(at: place) {
                ear.lastBlend = ear.heardCount
            }
            let latency = delay.latency.samples(rate: Self.rate)
            if ear.heardCount > ear.lastChange + 150 + latency {
                checkLevels(level, heard?.right ?? 0, at: place, expected)
            }
            return
        }
        ear.silence += 1
        // A fade has a moment that is as good as silent if it begins after a pause, or is undone near its end.
        let limit: Int64 = ear.lastLevel > 0.03 ? 3 : 40
        guard ear.isExpectant, !person.isSilencing, !isBusy, !isWaitingForFile, ear.silence == limit else { return }
        guard place >= ear.end else { return }
        if let expected, !expected.isFading, expected.level > 0.2 {
            return fail("silence at \(place), where \(expected.loads) are told to be heard: \(state)")
        }
        judgeHole(at: place)
    }

    /// Checks that the levels heard at this position are those of the reports: to the sample for a load at its full
    /// gain, and nearly for a fade.
    private mutating func checkLevels(_ left: Float, _ right: Float, at place: Int64, _ expected: Expectation?) {
        if ear.changes.contains(where: { $0 <= place && place < $0 + 24 }) { return }
        if let expected, !expected.isFading {
            // Half the distance from one sample of a load to the next.
            let tolerance = Float(sign: .plus, exponent: -25, significand: 1)
            if abs(left - expected.level) > tolerance || abs(right - expected.right) > tolerance {
                let difference = Double(left - expected.level) * Double(1 << 24)
                fail(
                    "at \(place) \(left) is heard, \(difference) samples off, and it should be \(expected.level) of "
                        + "\(expected.loads): \(state)")
            }
        }
        // The audio beneath a skip may still be on the tape as it was before its last change.
        if score.transitions.contains(where: { $0.incoming == ear.changed }) { return }
        if ear.heardCount > ear.lastChange + 400, let blend = blend(at: place),
            abs(blend.left - left) > 0.06 || abs(blend.right - right) > 0.03
        {
            fail("at \(place) \(left) and \(right) of a fade are heard, and they should be \(blend): \(state)")
        }
    }

    /// True if several loads sound at this position. They may be in a fade that goes on after a skip from it was taken
    /// back.
    private func isBlended(at place: Int64) -> Bool {
        score.onTape.count { load in
            load.span.map { $0.timeline.startSample <= place && place < $0.end ?? .max } ?? false
        } > 1
    }

    /// True if a file halts, or is being opened to be mixed again. The tape may run out before more is mixed.
    private var isWaitingForFile: Bool {
        if now < haltEnd + 100 { return true }
        return score.onTape.contains { load in
            guard case .reopening(_, false) = load.state, let deck = table[load.generation]?.deck else { return false }
            return now < deck.opensAt
        }
    }

    /// Returns the level and the loads that should be heard at this position, according to the reports.
    private func expectation(at place: Int64) -> Expectation? {
        var (level, right, loads, isFading): (Float, Float, [UInt64], Bool) = (0, 0, [], false)
        for load in score.onTape {
            guard let span = load.span, span.timeline.startSample <= place, place < span.end ?? .max else { continue }
            let index = span.timeline.media(at: place).samples(rate: Self.rate)
            guard index < person.lengths[load.generation] ?? 0 else { continue }
            level += Self.sound(load.generation, index)
            right += Self.sound(load.generation, index) * Self.share(load.generation)
            loads.append(load.generation.rawValue)
            // Outside of a transition, a load has its full gain. An incoming load may reach it a moment after the other
            // one has ended, or later if its file halts before it is mixed.
            if span.run(at: place) != nil, ear.heardCount < ear.lastBlend + (hasHalts ? 1000 : 60) { isFading = true }
            // A ramp may lead into the load.
            if place < span.timeline.startSample + 24 { isFading = true }
            if let end = span.end, place >= end - 24, isCut(load.generation, at: end) { isFading = true }
        }
        return loads.isEmpty ? nil : Expectation(level, right, loads, isFading || loads.count > 1)
    }

    /// True if the load ends with a ramp: before its length, or before its fade could begin.
    private func isCut(_ generation: LoadGeneration, at end: Int64) -> Bool {
        score.endsEarly(generation, at: end)
            || score.transitions.contains {
                $0.outgoing == generation && $0.plan.kind != .gapless && $0.bounds?.start == end
            }
    }

    /// Returns the levels of a fade of two loads at this position. Returns nil if one of them was still fading in when
    /// the other replaced it, and continues to do so.
    private func blend(at place: Int64) -> (left: Float, right: Float)? {
        var (level, right, count): (Float, Float, Int) = (0, 0, 0)
        for load in score.onTape {
            guard let span = load.span, span.timeline.startSample + 24 <= place, place < span.end ?? .max else {
                continue
            }
            let index = span.timeline.media(at: place).samples(rate: Self.rate)
            guard index < person.lengths[load.generation] ?? 0 else { continue }
            let run = span.run(at: place)
            guard run?.scale ?? 1 == 1 else { return nil }
            let gain = run?.gain(at: place) ?? 1
            let sample = Float(gain) * Self.sound(load.generation, index)
            level += sample
            right += sample * Self.share(load.generation)
            count += 1
        }
        return count == 2 ? (level, right) : nil
    }

    /// True if a load ended here within the last block, the rest of which was filled up beside another load. In the
    /// player, a block is much shorter.
    private func isPadding(at place: Int64) -> Bool {
        score.onTape.contains { load in
            guard let span = load.span, let length = person.lengths[load.generation] else { return false }
            let end = span.timeline.sample(at: MediaTime(samples: length, rate: Self.rate))
            return end <= place && place < end + Self.block && place < span.end ?? .max
        }
    }

    private mutating func judgeHole(at place: Int64) {
        if isPadding(at: place) { return }
        for load in score.onTape {
            guard let span = load.span, span.end == nil, let length = person.lengths[load.generation] else { continue }
            let end = span.timeline.sample(at: MediaTime(samples: length, rate: Self.rate))
            let isFading = span.run(at: place) != nil
            if !isFading, span.timeline.startSample + 3 < place, place < end - 3 {
                return fail("a hole at \(place), and \(load.generation.rawValue) goes on to \(end): \(state)")
            }
        }
        ear.holes["dry", default: 0] += 1
        // The next audio was ready in time, and nothing else was wanted, nor begins after the hole.
        let begins = score.onTape.first { ($0.span?.timeline.startSample ?? 0) > place }?.generation
        let waiting = [person.next, person.candidate].compactMap(\.self).filter { generation in
            guard begins.map({ $0 == generation }) ?? true, let time = table[generation]?.readyTime else {
                return false
            }
            // A load shorter than the delay of the ear has been played, and is reported only when it is heard.
            if let span = score.span(of: generation), span.timeline.startSample <= place { return false }
            return now - time > 100
        }
        if !waiting.isEmpty, person.isDone {
            fail("a hole at \(place), and \(waiting.map(\.rawValue)) are ready: \(state)")
        }
    }

    private mutating func noteTakeover() {
        guard let takeover = score.takeover else { return }
        let end = score.transitions.first { $0.incoming == takeover.incoming }?.bounds?.end ?? .max
        if takeover.change != nil || takeover.sound.map({ $0.end < end }) ?? true { ear.changed = takeover.incoming }
    }

    /// Notes the position before which nothing more can be heard, whatever happens next.
    mutating func noteEnd() {
        if let change = score.change, change.start > score.tape.tape.tailEnd { ear.end = change.start }
        guard score.tape.state == .running, score.tape.isSounding, score.tape.tape.isComplete else { return }
        let changeable = score.tape.changeable(reading)
        if score.tape.tape.tailEnd < changeable { ear.end = changeable }
    }

    /// Checks that the transition that begins to be heard is the one that the core expects.
    mutating func checkPlan(of incoming: LoadGeneration) {
        guard let plan = person.plans[incoming],
            let heard = score.transitions.first(where: { $0.incoming == incoming && $0.bounds != nil })?.plan
        else { return }
        guard (heard.kind, heard.duration, heard.reason) == (plan.kind, plan.duration, plan.reason) else {
            return fail("\(incoming.rawValue) is heard by \(heard), and told by \(plan)")
        }
    }

    /// Checks that a load that has ended by itself has been heard to its last sample.
    mutating func checkEnd(of generation: LoadGeneration) {
        // A report that comes later than the sample finds other audio.
        // A skip may have waited until the load was silent.
        guard output != nil, delay.latency == .zero, !person.isSilencing, !person.isPaused, person.candidate == nil,
            ear.heardCount > ear.lastChange + 150,
            let length = person.lengths[generation], case let rest = length - (person.starts[generation] ?? 0),
            rest > 100
        else { return }
        // A track may end before it has faded in.
        if let plan = person.plans[generation], plan.duration.samples(rate: Self.rate) > rest - 100 { return }
        let last = Self.sound(generation, length - 1)
        // In samples, if the last audio heard is of this load.
        let missing = (last - ear.lastLevel) * Float(1 << 24)
        if ear.lastLevel < 0.2 || missing > 60, missing > 0, missing < 12_000 {
            fail("the end of \(generation.rawValue) is told, and heard is \(ear.lastLevel) of \(last): \(state)")
        }
    }

    /// Checks that every transition has one home, and that no load is forgotten.
    mutating func checkHomes() {
        let incoming = score.transitions.map(\.incoming)
        if Set(incoming).count < incoming.count { fail("a load comes by two transitions: \(state)") }
        for load in score.loads where table[load.generation] == nil && load.span == nil {
            fail("load \(load.generation.rawValue) is \(load.state) without a deck: \(state)")
        }
    }

    mutating func check() {
        if mixer.decks.count > 2 { fail("three decks are mixed") }
        checkPromises()
        checkWaits()
        checkDecks()
    }
}

extension ScoreTransition {
    /// True if both loads of the transition are heard at this position.
    fileprivate func isUnderWay(at place: Int64) -> Bool {
        bounds.map { $0.start <= place && place < $0.end } ?? false
    }
}
