/// Where the sound goes: another output, one that went away, and the way back to it (design.md, Outputs).
extension Player {
    // MARK: - Choice

    /// The former output stays until this one has proved usable.
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

    mutating func outputRefused(_ name: String, _ reason: String) {
        if let choice = output.refuseChoice() {
            let error = AudioPlayerError.outputError(output: name, reason: reason)
            report(.error(error))
            complete(choice.ticket, .failed(error))
            return
        }
        guard output.failToReopen() else { return }
        let error = AudioPlayerError.outputError(
            output: output.status.name, reason: "\(reason); playing goes on when it is back")
        report(.error(error))
        complete(output.answerWaiting(), .failed(error))
    }

    // MARK: - Loss and return

    /// The sound server or the device is gone: the player pauses there, and goes on by itself when the output is back.
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

    /// Sound is asked for while there is no output. The next attempt is made at once, and its outcome is the answer.
    /// Should it fail, the sound goes on nevertheless as soon as there is an output.
    mutating func awaitOutput(for ticket: CommandTicket?) -> Answer {
        supersede(output.awaitReturn(for: ticket))
        return .pending
    }

    /// Nobody wants sound any more. True if somebody was waiting for the output.
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

    /// Another output has taken the place of the one that was asked for, which may be there by now.
    mutating func improveOutput() {
        if output.canImprove { audio(.improveOutput) }
    }

    /// Attempts are made only while sound is wanted: a pause or a stop costs nothing here either.
    mutating func reconcileOutput() {
        guard let delay = output.attemptDelay else { return disarm(.reopenOutput) }
        guard delay > .zero else { return reopenOutput() }
        if timers[.reopenOutput] == nil { arm(.reopenOutput, at: moment.now + delay) }
    }
}
