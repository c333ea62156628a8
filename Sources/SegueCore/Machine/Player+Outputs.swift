/// Where the sound goes: another output, one that went away, and the way back to it (spec §4).
extension Player {
    /// There is nowhere for sound to go. Before the first output is known that is not so: the engine waits for that one.
    var isOutputGone: Bool { !output.isAvailable && !output.name.isEmpty }

    // MARK: - Choice

    /// The former output stays until this one has proved usable.
    mutating func chooseOutput(_ name: String, ticket: CommandTicket?) {
        if let outputChoice { complete(outputChoice.ticket, .superseded) }
        outputChoice = OutputChoice(name: name, ticket: ticket)
        // The engine opens one at a time.
        outputReturn.isOpening = false
        audio(.selectOutput(name))
    }

    mutating func outputReady(_ name: String, _ fallback: String?) {
        output = OutputStatus(name: name, isAvailable: true, fallback: fallback)
        if case .outputError = problem { problem = nil }
        report(.outputReady(name: name, fallback: fallback))
        outputReturn.isOpening = false
        if let choice = outputChoice {
            outputChoice = nil
            configuration.output = choice.name
            complete(choice.ticket, .done)
        }
        guard outputReturn.isAwaited else { return }
        let ticket = outputReturn.ticket
        outputReturn.isAwaited = false
        outputReturn.isAsked = false
        outputReturn.ticket = nil
        _ = perform(.play, ticket: ticket)
    }

    mutating func outputRefused(_ name: String, _ reason: String) {
        if let choice = outputChoice {
            outputChoice = nil
            let error = AudioPlayerError.outputError(output: name, reason: reason)
            report(.error(error))
            complete(choice.ticket, .failed(error))
            return
        }
        outputReturn.isOpening = false
        outputReturn.attempts += 1
        guard outputReturn.isAsked else { return }
        outputReturn.isAsked = false
        let error = AudioPlayerError.outputError(
            output: output.name, reason: "\(reason); playing goes on when it is back")
        report(.error(error))
        complete(outputReturn.ticket, .failed(error))
        outputReturn.ticket = nil
    }

    // MARK: - Loss and return

    /// The sound server or the device went: a pause at that place, which ends by itself when it is back.
    mutating func outputLost(_ name: String, _ reason: String) {
        let wasPlaying = state.isActive
        let place = shown == nil ? nil : livePosition(at: moment).position
        output = OutputStatus(name: name, isAvailable: false, fallback: reason)
        report(.outputLost(name: name, reason: reason, position: place))
        let isSettled = outputReturn.lastLoss.map { moment.now - $0 > Timing.outputSettled } ?? true
        outputReturn.attempts = isSettled ? 0 : outputReturn.attempts + 1
        outputReturn.lastLoss = moment.now
        if state.kind == .fadingOut {
            fadedOut()
        } else if wasPlaying, case .accepted = pause() {
            outputReturn.isAwaited = true
        }
    }

    /// Sound is asked for while there is nowhere for it to go. The answer is that of the next attempt, which is made at
    /// once; should it fail, the sound goes on nevertheless as soon as it can.
    mutating func awaitOutput(for ticket: CommandTicket?) {
        complete(outputReturn.ticket, .superseded)
        outputReturn.ticket = ticket
        outputReturn.isAwaited = true
        outputReturn.isAsked = true
        outputReturn.attempts = 0
    }

    /// Sound is not wanted any more; true if it was waited for.
    @discardableResult
    mutating func stopAwaitingOutput() -> Bool {
        defer {
            outputReturn.isAwaited = false
            outputReturn.isAsked = false
            outputReturn.ticket = nil
        }
        complete(outputReturn.ticket, .superseded)
        return outputReturn.isAwaited
    }

    /// A call comes, or is over: what played goes on then, unless a person did something about it meanwhile.
    mutating func silenced(_ isSilenced: Bool) {
        guard isSilenced else {
            if isInterrupted { _ = perform(.play, ticket: nil) }
            isInterrupted = false
            return
        }
        guard status == .playing, perform(.pause, ticket: nil) == .accepted else { return }
        isInterrupted = true
    }

    mutating func reopenOutput() {
        disarm(.reopenOutput)
        outputReturn.isOpening = true
        audio(.reopenOutput)
    }

    /// Sound goes elsewhere than it was to: perhaps a sound server has come up meanwhile.
    mutating func improveOutput() {
        guard output.isAvailable, output.fallback != nil, outputChoice == nil, !outputReturn.isOpening else { return }
        audio(.improveOutput)
    }

    /// Attempts are made only while sound is wanted: a pause or a stop costs nothing here either.
    mutating func reconcileOutput() {
        guard outputReturn.isAwaited, isOutputGone, outputChoice == nil, !outputReturn.isOpening else {
            disarm(.reopenOutput)
            return
        }
        guard outputReturn.attempts > 0 else {
            reopenOutput()
            return
        }
        guard armed[.reopenOutput] == nil else { return }
        let delay = Timing.outputAttempts[min(outputReturn.attempts, Timing.outputAttempts.count) - 1]
        arm(.reopenOutput, at: moment.now + delay)
    }
}
