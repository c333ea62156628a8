import EventLoop
import SegueCore

/// The user's changes to the audio, and the changes of the output.
extension Score {
    // MARK: - Pause

    mutating func pause() {
        forgetResume()
        if pendingStart != nil || tape.state == .stopped { isHeld = true }
        // Audio on its way to silence continues so, unless other audio begins instead.
        if case .leaving = tape.state, !isGivingWay {} else { process(tape.pause(readings.output)) }
        if case .pausing(let place) = tape.state { answer(.pause, at: place) }
    }

    mutating func resume() {
        isHeld = false
        guard pendingStart == nil else {
            // Paused audio is not to be heard again: other audio begins instead.
            switch tape.state {
            case .paused, .pausing: endTimeline()
            case .stopped, .running, .leaving: break
            }
            return startIfPossible()
        }
        if case .leaving(_, .fadeOut) = tape.state, !onTape.isEmpty {
            let start = changeable
            process(tape.takeBackFadeOut(readings.output))
            return answer(.start, at: start)
        }
        guard case .paused = tape.state, isChanging, !isResuming else { return resumeNow() }
        // The changed audio is about to be ready.
        isResuming = true
        act(.await(.resume, for: Self.impatience))
    }

    /// The time limit for a resume that waits for reopened files.
    private static let impatience = MediaTime(nanoseconds: 150_000_000)

    /// True if mixed audio is being mixed again.
    private var isChanging: Bool { rewrite != nil || mix.map { !$0.isPlaced } ?? false }

    mutating func resumeNow() {
        forgetResume()
        if readings.output != nil { process(tape.resume(readings.output)) }
        // Nothing is left to be heard, so no position on the tape is waited for.
        if !tape.isSounding, case .running = tape.state, tape.tape.isComplete { pass(upTo: heard) }
        tellStalls()
    }

    /// Forgets a resume that waits for reopened files.
    mutating func forgetResume() {
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
        case .running, .leaving:
            process(tape.leave(over: .ramp, curve: .linear, for: .stop, readings.output))
            if case .leaving(let place, _) = tape.state { answer(.stop, at: place) }
        case .stopped, .paused, .pausing: endTimeline()
        }
    }

    /// Discards everything that is loaded, is mixed or was mixed. Audio on the tape stays there.
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

    /// Handles the end of a fade to silence.
    mutating func fellSilent(for purpose: TapeMachine.Purpose) {
        // Audio that replaces the old audio and is not mixed yet begins out of silence. Audio that was to follow the
        // old audio has fallen silent with it.
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

    /// Cancels a start that has not come onto the tape yet: it would end the fade to silence. Audio before the start is
    /// not affected.
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

    /// Handles the loss of the output. Everything stays at the last heard position, as in a pause, and waits for an
    /// output and a resume.
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

    /// True if playback goes on, and the output has played everything that it can get from the tape.
    mutating func isStarving(_ output: TapeMachine.Reading?) -> Bool {
        guard !isOffline, tape.state == .running, mix?.isPlaced == true, rewrite == nil else { return false }
        return !tape.tape.isComplete && !tape.expectsProgress(output)
    }

    /// Mixes again from the last heard position on, with all loads reopened. Does nothing unless playback goes on.
    mutating func mixAgain() {
        guard isStarving(readings.output) else { return }
        report(.mixingRestarted)
        rewrite()
    }

    // MARK: - From key to ear

    /// Answers the command for this change, which is heard at this position and is on its way to the ear.
    mutating func answer(_ change: SoundChange, at place: Int64) {
        guard var (answer, _) = takePress(change) else { return }
        answer.heard = answer.heard + time(max(place - heard, 0))
        act(.answered(answer))
    }

    /// Answers the command for audio that begins: the output reports when it is heard.
    mutating func answer(beginningAt place: Int64) {
        guard let (answer, received) = takePress(.start) else { return }
        notices.add(.answered(answer, received: received), at: place + 1)
    }

    /// Returns the answer to the command that was noted for this change, as if the change were heard now.
    private mutating func takePress(_ change: SoundChange) -> (answer: SoundAnswer, received: MonotonicTime)? {
        guard let press = presses.removeValue(forKey: change), !isOffline else { return nil }
        let passed = MediaTime(nanoseconds: readings.now.nanoseconds(since: press.time))
        return (SoundAnswer(ticket: press.ticket, mixed: passed, heard: passed), press.time)
    }
}
