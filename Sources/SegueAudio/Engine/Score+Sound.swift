import EventLoop
import SegueCore

/// What a person does to the sound, and what becomes of the output.
extension Score {
    // MARK: - Pause

    mutating func pause() {
        forgetResume()
        if pendingStart != nil || tape.state == .stopped { isHeld = true }
        // Sound on its way to silence goes on that way, unless other sound begins in its place.
        if case .leaving = tape.state, !isGivingWay {} else { process(tape.pause(readings.output)) }
        if case .pausing(let place) = tape.state { answer(.pause, at: place) }
    }

    mutating func resume() {
        isHeld = false
        guard pendingStart == nil else {
            // What stands still is not to be heard again: other sound begins in its place.
            switch tape.state {
            case .paused, .pausing: endTimeline()
            case .stopped, .running, .leaving: break
            }
            return startIfPossible()
        }
        guard case .paused = tape.state, isChanging, !isResuming else { return resumeNow() }
        // The sound that is to be different from here on is a moment away.
        isResuming = true
        act(.await(.resume, for: Self.impatience))
    }

    /// A resume waits no longer for files that are opened again.
    private static let impatience = MediaTime(nanoseconds: 150_000_000)

    /// Something mixed is being mixed again.
    private var isChanging: Bool { rewrite != nil || mix.map { !$0.isPlaced } ?? false }

    mutating func resumeNow() {
        forgetResume()
        if readings.output != nil { process(tape.resume(readings.output)) }
        // Nothing is left to be heard, and so no place of the tape is waited for.
        if !tape.isSounding, case .running = tape.state, tape.tape.isComplete { pass(upTo: heard) }
        tellStalls()
    }

    private mutating func forgetResume() {
        guard isResuming else { return }
        isResuming = false
        act(.forget(.resume))
    }

    // MARK: - Silence

    mutating func stop() {
        pendingStart = nil
        isHeld = false
        giveUpLoads()
        switch tape.state {
        case .running:
            process(tape.leave(over: .ramp, curve: .linear, for: .stop, readings.output))
            if case .leaving(let place, _) = tape.state { answer(.stop, at: place) }
        case .leaving: break
        case .stopped, .paused, .pausing: endTimeline()
        }
    }

    /// Gives up everything that is loaded, is mixed or was mixed. What is on the tape stays there.
    private mutating func giveUpLoads() {
        rewrite = nil
        forgetTape()
        tape.complete()
        clearMixer()
        for load in loads {
            forgetAwaited(load.generation)
            discard(load.generation)
        }
    }

    /// The sound that was to fall silent is silent.
    mutating func fellSilent(for purpose: TapeMachine.Purpose) {
        // What comes over the old sound and is not mixed yet begins out of silence. What was to go on behind the old
        // sound has fallen silent with it.
        if case .over = mix?.beginning, mix?.isPlaced == false {} else { endTimeline() }
        if purpose == .fadeOut { report(.fadeOutCompleted) }
        startIfPossible()
        act(.silent)
    }

    mutating func fadeOut(over duration: MediaTime, _ curve: FadeCurve) {
        pendingStart = nil
        isHeld = false
        abandonStart()
        let isSounding = tape.state == .running
        let start = changeable
        process(tape.leave(over: duration, curve: curve, for: .fadeOut, readings.output))
        if isSounding, case .leaving = tape.state { answer(.stop, at: start) }
    }

    /// A start that has not come onto the tape yet never will: it would end the fade to silence. What is heard before
    /// it goes its way.
    private mutating func abandonStart() {
        guard let mix, !mix.isPlaced, case .over = mix.beginning,
            !transitions.contains(where: { $0.home == .mixed(nil) })
        else { return }
        abandonMix()
    }

    mutating func setVolume(_ level: Double, over duration: MediaTime) {
        let level = level.isNaN ? 0 : min(max(level, 0), 1)
        let (place, actions) = tape.setVolume(level, over: duration, readings.output)
        process(actions)
        if let place { answer(.volume, at: place) }
    }

    // MARK: - The output

    mutating func wake() {
        if let actions = tape.leftBehind(readings.output) { return process(actions) }
        pass(upTo: heard + (tape.isOut ? 1 : 0))
        fill()
    }

    mutating func rested() {
        guard tape.rested() else { return }
        pass(upTo: heard)
        guard case .paused = tape.state else { return }
        if tape.isToResume { process(tape.resume(readings.output)) } else { startIfPossible() }
    }

    /// Everything stays where it was heard last, as in a pause, and waits for an output and a resume.
    mutating func loseOutput() {
        pass(upTo: heard)
        // A render has no other output to wait for.
        guard !isOffline else { return }
        if case .leaving(_, let purpose) = tape.state {
            process(tape.stop())
            fellSilent(for: purpose)
        }
        tape.lose(readings.output)
    }

    // MARK: - From key to ear

    /// The change is heard at this place, and is on its way to the ear.
    mutating func answer(_ change: SoundChange, at place: Int64) {
        guard var (answer, _) = takePress(change) else { return }
        answer.heard = answer.heard + time(max(place - heard, 0))
        act(.answered(answer))
    }

    /// The change is sound that begins: the output says when it is heard.
    mutating func answer(beginningAt place: Int64) {
        guard let (answer, received) = takePress(.start) else { return }
        notices.add(.answered(answer, received: received), at: place + 1)
    }

    /// The answer to the command that was noted for this change, as if it were heard now.
    private mutating func takePress(_ change: SoundChange) -> (answer: SoundAnswer, received: MonotonicTime)? {
        guard let press = presses.removeValue(forKey: change), !isOffline else { return nil }
        let passed = MediaTime(nanoseconds: readings.now.nanoseconds(since: press.time))
        return (SoundAnswer(ticket: press.ticket, mixed: passed, heard: passed), press.time)
    }
}
