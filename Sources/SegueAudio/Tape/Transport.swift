import EventLoop
import SegueCore

/// Plays the tape: keeps the output filled, and carries out what a person does at the first sample that can still be changed.
///
/// Belongs to the loop's thread. It wakes when the output has to be filled, and when something on the tape is heard that
/// somebody wants to know of (`mark`); while nothing sounds it does not wake.
final class Transport {
    enum State: Hashable {
        /// Nothing is on the tape.
        case stopped
        case running
        /// A ramp is on its way out, behind which the sound stands still in front of this place.
        case pausing(at: Int64)
        case paused(at: Int64)
        /// Everything fades to silence, which is reached here.
        case leaving(at: Int64, Purpose)
    }

    private enum Completion {
        case none
        case underWay
        case done
    }

    enum Purpose: Hashable {
        case stop
        case fadeOut
    }

    /// What it needs others for, and has to tell.
    struct Hooks {
        /// Brings what has been mixed onto the tape.
        var collect: () -> Void = {}
        /// The mixer may go on up to this place.
        var allow: (Int64) -> Void = { _ in }
        /// The tape has run out: `collect` brings nothing before more is mixed.
        var starve: () -> Void = {}
        /// Something has been heard.
        var heard: () -> Void = {}
        /// A pause is complete.
        var paused: () -> Void = {}
        /// What was to be silent is.
        var silent: (Purpose) -> Void = { _ in }
        var lost: (String) -> Void = { _ in }
        var silenced: (Bool) -> Void = { _ in }
    }

    private let loop: EventLoop
    var hooks = Hooks()
    private(set) var state = State.stopped
    private(set) var tape = Tape()
    private var master: Master
    private var level: Double
    private(set) var rate: Int32
    private(set) var output: (any Output)?
    /// How far behind what is heard the mixer may go on.
    var lead = MediaTime(seconds: 3)
    /// What is heard, for the mixers of sound servers.
    var title = "Music" { didSet { output?.title = title } }
    /// The next place at which somebody wants to know that it is heard; nil for none.
    var mark: Int64? { didSet { if mark != oldValue { arm() } } }
    /// The output has got everything in front of this place.
    private(set) var sent: Int64 = 0
    /// Behind the last sample that the output has ever got.
    private var covered: Int64 = 0
    /// What it had got from `sent` on has been replaced by silence.
    private var isCleared = false
    /// What is sent next takes the place of what has been sent.
    private var isRewriting = false
    /// Whether the output has been told that nothing follows, and all is out.
    private var completion = Completion.none
    /// What is to be sent is not there.
    private var isStarving = false
    /// What is on the tape counts as heard: it goes into a file, and waits for nobody.
    private let isOffline: Bool
    private var isCollecting = false
    private var hasBegun = false
    private var lastHeard: Int64 = 0
    private var wakeUp: Deadline?
    private var isToResume = false
    /// What is let go of when it is silent.
    private var former: [ObjectIdentifier: any Output] = [:]

    init(loop: EventLoop, rate: Int32, isOffline: Bool, level: Double = 1) {
        self.loop = loop
        self.isOffline = isOffline
        self.rate = rate
        self.level = level
        master = Master(rate: rate, volume: level)
    }

    private var ramp: Int64 { MediaTime.ramp.samples(rate: rate) }

    // MARK: - Places

    /// The place that is heard now, or would be next.
    var heard: Int64 {
        switch state {
        case .stopped: return 0
        case .paused(let place): return place
        case .running, .pausing, .leaving:
            if isOffline {
                lastHeard = max(lastHeard, tape.end)
            } else if hasBegun, let output {
                lastHeard = max(lastHeard, min(output.heard, sent))
            }
            if case .pausing(let place) = state { lastHeard = min(lastHeard, place) }
            return lastHeard
        }
    }

    /// The first place that can still be changed.
    var changeable: Int64 {
        switch state {
        case .stopped: 0
        case .paused(let place), .pausing(let place): place
        case .running, .leaving: hasBegun ? max(lastHeard, min(output?.changeable ?? sent, sent)) : sent
        }
    }

    /// Where the sound would stop, and go on later, if a pause were asked for now.
    var stopping: Int64 {
        switch state {
        case .stopped: 0
        case .paused(let place), .pausing(let place): place
        case .running, .leaving: min(changeable + ramp, max(tape.end, changeable))
        }
    }

    // MARK: - The tape

    /// Begins anew, with nothing on the tape, at place 0.
    func begin(rate: Int32) {
        disarm()
        self.rate = rate
        tape = Tape()
        master = Master(rate: rate, volume: level)
        (sent, covered, lastHeard) = (0, 0, 0)
        hasBegun = false
        isToResume = false
        isCleared = false
        completion = .none
        isHeldAtEnd = false
        state = .running
        mark = nil
    }

    func append(_ samples: [Float]) {
        tape.append(samples)
    }

    func complete() {
        tape.complete()
    }

    /// From the first place that can be changed on, or from `wanted`, something else is heard, which is appended next; what was
    /// there goes on beneath it for `duration`, along `curve`. Returns the place, and where the old sound ends.
    /// A fade to silence ends with that, unless it is the same sound (`isSame`).
    func splice(
        at wanted: Int64? = nil, over duration: MediaTime, curve: FadeCurve, isSame: Bool = false
    ) -> (start: Int64, end: Int64) {
        let place = wanted ?? changeable
        // Where it stands still nothing goes on beneath; behind that place it does, once it goes on.
        let isSilent =
            switch state {
            case .stopped: true
            case .pausing(let silence): place <= silence && !isToResume
            case .paused(let silence): place <= silence
            case .running, .leaving: false
            }
        // It may be shorter by now: its end has to be silent.
        let count = isSilent ? 0 : min(duration.samples(rate: rate), max(0, tape.tailEnd - place))
        // What was fading out goes on doing so.
        let leaving: FadeEnvelope? = if case .leaving = state, !isSame { master.transport } else { nil }
        tape.splice(at: place, over: count) { index in
            curve.outgoingGain(at: Double(index - place) / Double(max(count, 1))) * (leaving?.gain(at: index) ?? 1)
        }
        if leaving != nil {
            state = .running
            master.transport = FadeEnvelope(constant: 1)
        }
        isHeldAtEnd = false
        completion = .none
        rewrite(from: place)
        return (place, tape.tailEnd)
    }

    /// What has been sent from `place` on is sent again.
    private func rewrite(from place: Int64) {
        guard place <= sent else { return }
        if place < sent {
            sent = place
            isCleared = false
            isRewriting = true
        }
        // What the limiter looks ahead to has other gains by now.
        master.move(to: place, on: tape)
    }

    // MARK: - What a person does

    /// Does nothing unless it plays, or fades to silence.
    func pause() {
        isToResume = false
        switch state {
        case .running, .leaving: break
        case .stopped, .pausing, .paused: return
        }
        guard hasBegun else {
            state = .paused(at: sent)
            master.transport = FadeEnvelope(constant: 0)
            disarm()
            return hooks.paused()
        }
        hooks.collect()
        let start = changeable
        // What can't be sent now would come too late.
        let place = max(min(start + ramp, master.reach(of: tape, isLast: isLastKnown)), start)
        master.transport.hold(from: start)
        master.transport.line(to: 0, at: max(place, start + 1))
        rewrite(from: start)
        state = .pausing(at: place)
        fill()
        output?.rest(at: place)
    }

    func resume() {
        switch state {
        case .pausing: isToResume = true
        case .paused(let place):
            state = .running
            master.transport = FadeEnvelope(constant: 0)
            master.transport.hold(from: place)
            master.transport.line(to: 1, at: place + ramp)
            restart(from: place)
            fill()
        case .stopped, .running, .leaving: break
        }
    }

    /// The output goes on with `place`.
    private func restart(from place: Int64) {
        sent = place
        covered = place
        lastHeard = place
        isCleared = false
        hasBegun = false
        master.move(to: place, on: tape)
    }

    /// Fades everything to silence; `silent` tells when that is heard. At once where nothing sounds.
    func leave(over duration: MediaTime, curve: FadeCurve, for purpose: Purpose) {
        switch state {
        case .stopped, .paused, .pausing:
            stop()
            loop.schedule(at: .now) { [weak self] in self?.hooks.silent(purpose) }
        case .leaving(let place, _): state = .leaving(at: place, purpose)
        case .running:
            hooks.collect()
            let start = changeable
            let place = start + max(duration.samples(rate: rate), ramp)
            let level = master.transport.gain(at: start)
            master.transport.follow(from: start, to: place, isJoining: true) { level * curve.outgoingGain(at: $0) }
            master.transport.line(to: 0, at: place)
            rewrite(from: start)
            state = .leaving(at: place, purpose)
            fill()
        }
    }

    /// Silence at once, and nothing on the tape.
    func stop() {
        disarm()
        let isSounding = hasBegun
        state = .stopped
        hasBegun = false
        isToResume = false
        mark = nil
        tape = Tape()
        if isSounding { output?.rest(at: sent) }
    }

    /// The person's volume, linear, over a ramp.
    func setVolume(_ level: Double) {
        self.level = level
        switch state {
        case .stopped, .paused: master.volume = FadeEnvelope(constant: level)
        case .running, .pausing, .leaving:
            hooks.collect()
            let start = changeable
            master.volume.hold(from: start)
            master.volume.line(to: level, at: start + ramp)
            rewrite(from: start)
            fill()
        }
    }

    // MARK: - The output

    /// Sound goes out on `next` from now on; the former one is let go of. In the middle of playing it goes on there behind a ramp.
    func use(_ next: (any Output)?) {
        let old = output
        let isSounding = hasBegun
        if case .running = state, isSounding, old != nil, next != nil {
            pause()
            if case .pausing(let place) = state {
                state = .paused(at: place)
                retire(old)
                listen(next)
                return resume()
            }
        }
        switch state {
        case .running, .leaving:
            state = .paused(at: heard)
            master.transport = FadeEnvelope(constant: 0)
        case .pausing(let place): state = .paused(at: place)
        case .stopped, .paused: break
        }
        hasBegun = false
        disarm()
        if let old { former[ObjectIdentifier(old)] = nil }
        old?.close()
        listen(next)
    }

    /// It has got all that it is to get, and is let go of behind that.
    private func retire(_ output: (any Output)?) {
        guard let output else { return }
        former[ObjectIdentifier(output)] = output
        output.onEvent = { [weak self, weak output] event in
            guard let output else { return }
            switch event {
            case .rested, .lost, .finished:
                output.close()
                self?.former[ObjectIdentifier(output)] = nil
            case .roomy, .silenced: break
            }
        }
    }

    private func listen(_ next: (any Output)?) {
        output = next
        next?.title = title
        next?.onEvent = { [weak self] in self?.handle($0) }
    }

    func close() {
        disarm()
        for output in former.values { output.close() }
        former = [:]
        output?.close()
        output = nil
        state = .stopped
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .rested:
            guard case .pausing(let place) = state else { return }
            state = .paused(at: place)
            hasBegun = false
            disarm()
            hooks.heard()
            guard case .paused = state else { return }
            if isToResume { resume() } else { hooks.paused() }
        case .finished:
            completion = .done
            hooks.heard()
        case .roomy: fill()
        case .lost(let reason): hooks.lost(reason)
        case .silenced(let isSilenced): hooks.silenced(isSilenced)
        }
    }

    /// Nothing follows, and all is out: a file has it.
    var isOut: Bool { tape.isComplete && completion == .done }

    // MARK: - Filling

    /// Gives the output what it wants, and the mixer room; then sees to it that this is done again in time.
    func fill() {
        // What is collected here is sent below.
        guard let output, !isCollecting else { return }
        switch state {
        case .stopped, .paused: return
        case .running, .pausing, .leaving: break
        }
        isCollecting = true
        hooks.collect()
        isCollecting = false
        let now = heard
        let depth = depth(of: output)
        send(to: output, upTo: wanted(from: now, depth))
        tape.drop(before: min(now, sent) - Int64(rate) / 4)
        master.forget(before: min(now, sent))
        if depth > 0 || !isOffline { hooks.allow(now + lead.samples(rate: rate)) }
        arm()
    }

    /// No more than what the mixer has a head start for.
    private func depth(of output: any Output) -> Int64 {
        let depth = output.depth(rate: rate)
        return isOffline ? depth : min(depth, lead.samples(rate: rate) / 2)
    }

    private func send(to output: any Output, upTo wanted: Int64) {
        let isLast = isLastKnown
        let there = master.reach(of: tape, isLast: isLast)
        guard there > sent || hasBegun else { return hooks.starve() }
        defer { isRewriting = false }
        let end = min(wanted, there)
        let isDry = hasBegun && !isRewriting && end > sent && output.heard >= sent
        if isDry || !hasBegun && there > sent {
            // It begins, or has run dry: what comes is heard as soon as it can be.
            if !hasBegun { lastHeard = sent }
            hasBegun = true
            output.go(from: sent, rate: rate)
        }
        while sent < end {
            // What is heard first goes out first.
            let next = min(end, sent + Int64(rate) / 4)
            output.write(master.produce(upTo: next, from: tape, isLast: isLast), at: sent)
            sent = next
            covered = max(covered, sent)
        }
        if sent < covered, !isCleared {
            output.write([Float](repeating: 0, count: Int(2 * (covered - sent))), at: sent)
            isCleared = true
        }
        covered = max(covered, sent)
        if tape.isComplete, sent == tape.end, completion == .none {
            completion = output.finish() ? .underWay : .done
        }
        isStarving = wanted > sent && !isLast
        if isStarving { hooks.starve() }
    }

    /// Nothing is known to follow what the tape has: its very last samples are sent too.
    private var isLastKnown: Bool { tape.isComplete || isHeldAtEnd }

    /// The mixer waits at the end of what is on the tape, until it is decided what follows.
    var isHeldAtEnd = false

    /// The output is to have what comes in front of this place.
    private func wanted(from now: Int64, _ depth: Int64) -> Int64 {
        guard depth > 0 else { return sent }
        return switch state {
        case .pausing(let place): place
        case .leaving(let place, _): min(now + depth, place)
        case .stopped, .running, .paused: now + depth
        }
    }

    // MARK: - Waking up

    private func disarm() {
        wakeUp?.cancel()
        wakeUp = nil
    }

    /// Wakes when the output has to be filled, when `mark` is heard, and at the end of a fade to silence.
    private func arm() {
        disarm()
        guard hasBegun, let output else { return }
        let depth = depth(of: output)
        let refill = isStarving || depth == 0 || isLastKnown && sent >= tape.end ? nil : sent - depth / 2
        let places: [Int64?] =
            switch state {
            case .stopped, .paused, .pausing: []
            case .leaving(let place, _): [mark, place, sent < place ? refill : nil]
            case .running: [mark, refill]
            }
        guard let next = places.compactMap(\.self).min() else { return }
        let distance = Timeline.time(of: max(0, next - heard), rate: rate).nanoseconds
        // Half a millisecond later than computed, so that the clock has surely passed the place.
        let wait = distance == 0 ? 0 : distance + 500_000
        wakeUp = loop.schedule(at: .now.advanced(byNanoseconds: wait)) { [weak self] in self?.wake() }
    }

    private func wake() {
        wakeUp = nil
        if case .leaving(let place, let purpose) = state, heard >= min(place, isLastKnown ? tape.end : place) {
            stop()
            return hooks.silent(purpose)
        }
        hooks.heard()
        fill()
    }
}
