/// Where the sound goes: another output, one that went away, and the way back to it (design.md, Outputs).
extension Player {
    // MARK: - Choice

    /// The former output stays until this one has proved usable.
    mutating func chooseOutput(_ name: String, ticket: CommandTicket?) {
        supersede(output.choose(name, ticket: ticket))
        audio(.selectOutput(name))
    }

    mutating func outputReady(_ name: String, _ fallback: String?) {
        let choice = output.ready(name, fallback: fallback)
        if case .outputError = problem { forgetProblem() }
        report(.outputReady(name: name, fallback: fallback))
        if let choice {
            var configuration = configuration
            configuration.output = choice.name
            set(configuration)
            complete(choice.ticket, .done)
        }
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

    /// The sound server or the device went: a pause at that place, which ends by itself when it is back.
    mutating func outputLost(_ name: String, _ reason: String) {
        let wasPlaying = state.isActive
        let place = shown == nil ? nil : livePosition(at: moment).position
        output.lose(name, reason: reason, at: moment.now)
        report(.outputLost(name: name, reason: reason, position: place))
        if state.kind == .fadingOut {
            fadedOut()
        } else if wasPlaying, pause() == .done {
            output.awaitReturn()
        }
    }

    /// Sound is asked for while there is nowhere for it to go. The answer is that of the next attempt, which is made at
    /// once; should it fail, the sound goes on nevertheless as soon as it can.
    mutating func awaitOutput(for ticket: CommandTicket?) -> Answer {
        supersede(output.awaitReturn(for: ticket))
        return .pending
    }

    /// Sound is not wanted any more; true if it was waited for.
    @discardableResult
    mutating func stopAwaitingOutput() -> Bool {
        let (wasAwaited, ticket) = output.endAwaiting()
        supersede(ticket)
        return wasAwaited
    }

    /// A call comes, or is over: what played goes on then, unless a person did something about it meanwhile.
    mutating func silenced(_ isSilenced: Bool) {
        guard isSilenced else {
            if pursuit.isInterrupted { perform(.play, ticket: nil) }
            pursuit.endInterruption()
            return
        }
        guard status == .playing, perform(.pause, ticket: nil) == .accepted else { return }
        pursuit.interrupt()
    }

    mutating func reopenOutput() {
        disarm(.reopenOutput)
        output.open()
        audio(.reopenOutput)
    }

    /// Sound goes elsewhere than it was to: perhaps a sound server has come up meanwhile.
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
