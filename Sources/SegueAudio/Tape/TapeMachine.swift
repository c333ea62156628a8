import SegueCore

/// The playback state of the tape: playing, paused, fading to silence, or sending samples again. A value: each call
/// takes the position of the output, and returns the actions for the output.
///
/// Positions are those of the tape. The output has received everything before `sent`; changes from `changeable` on are
/// sent again from there.
struct TapeMachine: Sendable {
    private(set) var state = State.stopped
    let rate: Int32
    /// The distance from the heard position to which the mixer may proceed.
    var lead = MediaTime(seconds: 4)
    /// True if the samples on the tape count as heard: they go into a file, without any wait.
    let isOffline: Bool
    private(set) var supply: Supply
    private var level: Double
    /// True if the output has been started.
    private(set) var isSounding = false
    private(set) var lastHeard: Int64 = 0
    /// True if the audio resumes as soon as it has stopped.
    private(set) var isToResume = false
    /// The purpose of the fade to silence that a change of the output has cut short.
    private var departure: Purpose?

    init(rate: Int32, isOffline: Bool, level: Double = 1) {
        self.rate = rate
        self.isOffline = isOffline
        self.level = level
        supply = Supply(rate: rate, volume: level)
    }

    var ramp: Int64 { MediaTime.ramp.samples(rate: rate) }

    var tape: Tape { supply.tape }
    /// The position before which the output has received everything.
    var sent: Int64 { supply.sent }
    /// True if nothing follows, and the output has received everything.
    var isOut: Bool { supply.isOut }

    /// The position at which the mixer waits until a successor is decided (`Supply.heldEnd`).
    var heldEnd: Int64? {
        get { supply.heldEnd }
        set { supply.heldEnd = newValue }
    }

    // MARK: - Places

    /// Returns the position that is heard now, or would be heard next; it never decreases.
    mutating func heard(_ reading: Reading?) -> Int64 {
        switch state {
        case .stopped: return 0
        case .paused(let place): return place
        case .running, .pausing, .leaving:
            if isOffline {
                lastHeard = max(lastHeard, tape.end)
            } else if isSounding, let reading {
                lastHeard = max(lastHeard, min(reading.heard, sent))
            }
            if case .pausing(let place) = state { lastHeard = min(lastHeard, place) }
            return lastHeard
        }
    }

    // MARK: - The tape

    /// Restarts with an empty tape, at position 0.
    mutating func begin(rate: Int32) {
        var new = TapeMachine(rate: rate, isOffline: isOffline, level: level)
        new.lead = lead
        new.state = .running
        self = new
    }

    mutating func append(_ samples: [Float]) {
        supply.append(samples)
    }

    /// Completes the tape: nothing follows its samples.
    mutating func complete() {
        supply.complete()
    }

    /// Ends the audio at this position, where it breaks off, with a ramp as long as still possible.
    mutating func breakOff(at end: Int64, _ reading: Reading?) {
        heldEnd = end
        fade(to: end, isJoined: false, reading)
    }

    /// Ends the audio with a ramp before other audio that begins at this position.
    mutating func cut(at end: Int64, _ reading: Reading?) {
        fade(to: end, isJoined: true, reading)
    }

    private mutating func fade(to end: Int64, isJoined: Bool, _ reading: Reading?) {
        let start = max(end - ramp, changeable(reading))
        guard start < end else { return }
        supply.fade(over: start..<end, isJoined: isJoined)
        rewrite(from: start, reading)
    }

    /// Begins other audio at the first position that can be changed, or at `wanted`; it is appended next. The old audio
    /// continues beneath it for `duration`, along `curve`. Returns the position, and the end of the old audio. A fade
    /// to silence ends there, unless the new audio is the same (`isSame`).
    mutating func splice(
        at wanted: Int64?, over duration: MediaTime, curve: FadeCurve, isSame: Bool, _ reading: Reading?
    ) -> (start: Int64, end: Int64) {
        let place = wanted ?? changeable(reading)
        // The old audio may be shorter by now, and its end has to be silent.
        let count = min(duration.samples(rate: rate), max(0, tape.tailEnd - place))
        // A fade to silence continues in the old audio.
        let leaving: FadeEnvelope? = if case .leaving = state, !isSame { supply.transport } else { nil }
        supply.splice(at: place, over: count) { index in
            curve.outgoingGain(at: Double(index - place) / Double(max(count, 1))) * (leaving?.gain(at: index) ?? 1)
        }
        if leaving != nil {
            state = .running
            supply.transport.hold(from: place - 1)
            supply.transport.line(to: 1, at: place)
        }
        rewrite(from: place, reading)
        return (place, tape.tailEnd)
    }

    /// Returns the audio that other audio would replace now. Returns nil if it fades to silence: it would not return.
    func former(_ reading: Reading?) -> FormerSound? {
        switch state {
        case .stopped, .leaving: nil
        case .running, .pausing, .paused: tape.sound(from: changeable(reading))
        }
    }

    /// Restores replaced audio from the first position that can be changed. Returns false if nothing of it is left
    /// after that position.
    mutating func restore(_ former: FormerSound, _ reading: Reading?) -> Bool {
        let place = max(former.start, changeable(reading))
        guard place < former.end, place <= tape.end else { return false }
        // The beginning of the other audio may be on its way to the ear.
        let length = place > former.start ? min(ramp, max(tape.tailEnd - place, 0)) : 0
        supply.splice(at: place, over: length) { index in
            FadeCurve.linear.outgoingGain(at: Double(index - place) / Double(max(length, 1)))
        }
        supply.append(former.samples(from: place, ramp: length))
        rewrite(from: place, reading)
        return true
    }

    private mutating func rewrite(from place: Int64, _ reading: Reading?) {
        // After a pause, the audio resumes where it stopped.
        if case .pausing = state, place >= sent { return }
        supply.rewrite(from: place, changeable: reading?.changeable ?? place)
    }

    // MARK: - What a person does

    /// Pauses the audio. Does nothing unless it plays, or fades to silence.
    mutating func pause(_ reading: Reading?) -> [Action] {
        isToResume = false
        switch state {
        case .running, .leaving: break
        case .stopped, .pausing, .paused: return []
        }
        guard isSounding else {
            stand(at: sent)
            return [.paused]
        }
        let start = changeable(reading)
        // Samples that can't be sent now would come too late.
        let place = max(min(start + ramp, supply.reach), start)
        supply.transport.hold(from: start)
        supply.transport.line(to: 0, at: max(place, start + 1))
        rewrite(from: start, reading)
        state = .pausing(at: place)
        return fill(reading) + [.rest(at: place)]
    }

    /// Stops the audio at this position, with nothing on its way.
    private mutating func stand(at place: Int64) {
        state = .paused(at: place)
        supply.transport = FadeEnvelope(constant: 0)
        isSounding = false
    }

    /// Resumes the audio where it has stopped, or as soon as it has stopped.
    mutating func resume(_ reading: Reading?) -> [Action] {
        switch state {
        case .pausing: isToResume = true
        case .paused(let place):
            state = .running
            isToResume = false
            supply.transport = FadeEnvelope(constant: 0)
            supply.transport.hold(from: place)
            supply.transport.line(to: 1, at: place + ramp)
            supply.restart(at: place)
            lastHeard = place
            isSounding = false
            return fill(reading)
        case .stopped, .running, .leaving: break
        }
        return []
    }

    /// Takes back a fade to silence; does nothing unless the audio fades out.
    mutating func takeBackFadeOut(_ reading: Reading?) -> [Action] {
        guard case .leaving(_, .fadeOut) = state else { return [] }
        let start = changeable(reading)
        supply.transport.hold(from: start)
        supply.transport.line(to: 1, at: start + ramp)
        rewrite(from: start, reading)
        state = .running
        return fill(reading)
    }

    /// Fades everything to silence; `silent` reports when the silence is heard. At once if nothing sounds.
    mutating func leave(
        over duration: MediaTime, curve: FadeCurve, for purpose: Purpose, _ reading: Reading?
    ) -> [Action] {
        switch state {
        case .stopped, .paused, .pausing: return stop() + [.silent(purpose)]
        // Nothing of it has reached the output, and now nothing will: no position on the tape would ever be heard.
        case .running where !isSounding && !isOffline: return stop() + [.silent(purpose)]
        case .running, .leaving:
            let start = changeable(reading)
            let place = start + max(duration.samples(rate: rate), ramp)
            // A fade that ends sooner goes on.
            if case .leaving(let silence, _) = state, silence <= place {
                state = .leaving(at: silence, purpose)
                return []
            }
            let level = supply.transport.gain(at: start)
            supply.transport.follow(from: start, to: place, isJoining: true) { level * curve.outgoingGain(at: $0) }
            supply.transport.line(to: 0, at: place)
            rewrite(from: start, reading)
            state = .leaving(at: place, purpose)
            return fill(reading)
        }
    }

    /// Empties the tape; samples that the output has received are heard to their end.
    mutating func stop() -> [Action] {
        // After a fade to silence, nothing is waited for.
        let end = if case .leaving(let silence, _) = state { min(silence, sent) } else { sent }
        let actions: [Action] = isSounding ? [.rest(at: end)] : []
        state = .stopped
        isSounding = false
        isToResume = false
        departure = nil
        supply.clear()
        return actions
    }

    /// Sets the volume, linear, over this time or a ramp. Returns the position at which it is reached, if anything
    /// sounds.
    mutating func setVolume(
        _ level: Double, over duration: MediaTime = .zero, _ reading: Reading?
    ) -> (place: Int64?, actions: [Action]) {
        self.level = level
        switch state {
        case .stopped, .paused:
            supply.volume = FadeEnvelope(constant: level)
            return (nil, [])
        case .running, .pausing, .leaving:
            let start = changeable(reading)
            let end = start + max(duration.samples(rate: rate), ramp)
            supply.volume.hold(from: start)
            supply.volume.line(to: level, at: end)
            rewrite(from: start, reading)
            return (end, fill(reading))
        }
    }

    // MARK: - What the output tells

    /// Notes that the output has stopped. Returns false if that is no longer awaited.
    mutating func rested() -> Bool {
        guard case .pausing(let place) = state else { return false }
        state = .paused(at: place)
        isSounding = false
        return true
    }

    /// Notes that the output has played everything.
    mutating func finished() {
        supply.finished()
    }

    /// Handles the loss of the output: everything stops at the heard position.
    mutating func lose(_ reading: Reading?) {
        isToResume = false
        switch state {
        case .running, .pausing, .leaving: stand(at: heard(reading))
        case .stopped, .paused: break
        }
    }

    /// Hands over to another output: the current one comes to rest with a ramp, or continues to its planned rest.
    mutating func handOver(_ reading: Reading?) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .running where isSounding:
            actions = pause(reading)
            isToResume = true
        case .leaving(_, let purpose):
            actions = pause(reading)
            departure = purpose
        case .pausing(let place): actions = [.rest(at: place)]
        case .stopped, .running, .paused: break
        }
        if case .pausing(let place) = state { stand(at: place) }
        return actions
    }

    /// Continues with the new output whatever was under way.
    mutating func takeOver(_ reading: Reading?) -> [Action] {
        if let departure { return stop() + [.silent(departure)] }
        return isToResume ? resume(reading) : fill(reading)
    }

    /// Returns the actions after the end of the fade to silence; nil before that end.
    mutating func leftBehind(_ reading: Reading?) -> [Action]? {
        guard case .leaving(let place, let purpose) = state,
            heard(reading) >= silence(behind: place)
        else { return nil }
        return stop() + [.silent(purpose)]
    }

    // MARK: - Filling

    /// Sends the output the samples that it wants, and allows the mixer to proceed.
    mutating func fill(_ reading: Reading?) -> [Action] {
        guard let reading else { return [] }
        switch state {
        case .stopped, .paused: return []
        case .running, .pausing, .leaving: break
        }
        let now = heard(reading)
        let depth = depth(reading)
        let taken = now + lag(reading)
        var actions = supply.send(upTo: wanted(from: taken, depth), isSounding: isSounding, reading)
        for case .began(let place) in actions {
            isSounding = true
            lastHeard = place
        }
        supply.forget(before: min(now, sent))
        if depth > 0 || !isOffline { actions.append(.allow(taken + lead.samples(rate: rate))) }
        return actions
    }
}
