/// The output of the audio: the choice of another output, the loss of the output, and its return (design.md, Outputs).
extension Player {
    // MARK: - Choice

    /// Switches to another output. The previous output stays until this one has proved usable.
    mutating func chooseOutput(_ name: String, ticket: CommandTicket?) {
        supersede(output.choose(name, ticket: ticket))
        audio(.selectOutput(name))
    }

    mutating func outputReady(_ name: String, _ fallback: String?) {
        let choice = output.ready(name, fallback: fallback, configured: configuration.output)
        if case .outputError = problem { forgetProblem() }
        report(.outputReady(name: name, fallback: fallback))
        if let choice { complete(choice.ticket, .done) }
        let (wasAwaited, ticket) = output.endAwaiting()
        if wasAwaited { perform(.play, ticket: ticket) }
    }

    /// Shows the output that replaces the requested one. It answers no choice.
    mutating func outputReplaced(_ name: String, _ fallback: String?) {
        output.replace(name, fallback: fallback)
        report(.outputReady(name: name, fallback: fallback))
    }

    mutating func outputRefused(_ name: String, _ reason: String) {
        if let choice = output.refuseChoice() {
            let error = AudioPlayerError.outputError(output: name, reason: reason)
            report(.error(error))
            complete(choice.ticket, .failed(error))
            return
        }
        guard output.failToReopen() else { return }
        let error = AudioPlayerError.outputError(
            output: output.status.name, reason: Reason.resumesLater.text(reason))
        report(.error(error))
        complete(output.answerWaiting(), .failed(error))
    }

    // MARK: - Loss and return

    /// Handles the loss of the sound server or the device: the player pauses at its position, and resumes by itself
    /// when the output is back.
    mutating func outputLost(_ name: String, _ reason: String) {
        let wasPlaying = state.isActive
        let place = shown == nil ? nil : livePosition(at: moment).position
        output.lose(name, reason: reason, at: moment.now)
        report(.outputLost(name: name, reason: reason, position: place))
        let isStopping = state.kind == .fadingOut
        fadedOut()
        guard !isStopping else { return }
        if wasPlaying ? pause() == .done : goesOnWithDevice {
            output.awaitReturn()
        }
    }

    /// Handles a request to play while there is no output. The next attempt is made immediately, and its outcome is the
    /// answer. If the attempt fails, playback still resumes as soon as there is an output.
    mutating func awaitOutput(for ticket: CommandTicket?) -> Answer {
        supersede(output.awaitReturn(for: ticket))
        return .pending
    }

    /// Ends the wait for an output. Returns true if the output was awaited.
    @discardableResult
    mutating func stopAwaitingOutput() -> Bool {
        let (wasAwaited, ticket) = output.endAwaiting()
        supersede(ticket)
        return wasAwaited
    }

    mutating func reopenOutput() {
        disarm(.reopenOutput)
        output.open()
        audio(.reopenOutput)
    }

    /// Tries to replace a fallback with the requested output, which may be available by now.
    mutating func improveOutput() {
        if output.canImprove { audio(.improveOutput) }
    }

    /// Schedules attempts to reopen the output, or to replace silence by it, but only while playback is wanted: a pause
    /// or a stop costs nothing.
    mutating func reconcileOutput() {
        if !state.isActive || !output.isReplacedBySilence {
            disarm(.improveOutput)
        } else if timers[.improveOutput] == nil {
            arm(.improveOutput, at: moment.now + Timing.outputImprovement)
        }
        guard let delay = output.attemptDelay else { return disarm(.reopenOutput) }
        guard delay > .zero else { return reopenOutput() }
        if timers[.reopenOutput] == nil { arm(.reopenOutput, at: moment.now + delay) }
    }
}
