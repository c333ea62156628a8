/// The output of the audio: the current output, the switch to a chosen one, and the return to one that was lost.
struct OutputControl: Sendable {
    /// An output that the user has chosen and that has not answered yet.
    struct Choice: Sendable, Equatable {
        var name: String
        var ticket: CommandTicket?
    }

    private(set) var status = OutputStatus(name: "", isAvailable: false, fallback: nil)
    /// The sample rates of the audio; nil before any audio was output.
    private(set) var rates: OutputRates?
    private(set) var choice: Choice?
    /// The output that is used instead of the configured one, as `--output` takes it; nil for the configured one.
    private(set) var chosen: String?
    /// True if playback is wanted, and resumes when the output is back.
    private(set) var isAwaited = false
    /// The caller that requested playback while there was no output.
    private(set) var waiting: CommandTicket?
    /// True if the engine has been instructed to open the output and has not answered.
    private var isOpening = false
    /// True if the user has requested playback meanwhile, and must be notified of a failure.
    private var isAsked = false
    /// The number of consecutive failed attempts, which determines the delay of the next one.
    private var attempts = 0
    private var lastLoss: MediaTime?

    /// True if there is no output. Before the first output is known this is false: the engine waits for it.
    var isGone: Bool { !status.isAvailable && !status.name.isEmpty }

    // MARK: - Choice

    /// Records a choice; the previous output stays until the new one has proved usable. Returns the caller that waited
    /// for an earlier choice.
    mutating func choose(_ name: String, ticket: CommandTicket?) -> CommandTicket? {
        let former = choice?.ticket
        choice = Choice(name: name, ticket: ticket)
        // The engine opens one output at a time.
        isOpening = false
        return former
    }

    /// Restores the choice of an earlier session, if it is still in effect.
    mutating func restore(_ saved: ChosenOutput?, configured: String) {
        chosen = saved.flatMap { $0.holds(against: configured) ? $0.name : nil }
    }

    /// Records another configured output. The current output stays until the new one has proved usable. Returns true if
    /// they differ.
    mutating func reconfigure(from former: String, to new: String) -> Bool {
        let used = chosen ?? former
        chosen = used == new ? nil : used
        return chosen != nil
    }

    // MARK: - Answers of the engine

    mutating func adopt(_ rates: OutputRates) { self.rates = rates }

    /// Records that audio is played on this output. Returns the choice that is thereby fulfilled.
    mutating func ready(_ name: String, fallback: String?, configured: String) -> Choice? {
        defer { choice = nil }
        if let choice { chosen = choice.name == configured ? nil : choice.name }
        status = OutputStatus(name: name, isAvailable: true, fallback: fallback)
        isOpening = false
        return choice
    }

    /// Records that the sound server has moved the audio to another device, or back.
    mutating func replace(_ name: String, fallback: String?) {
        if status.isAvailable { status = OutputStatus(name: name, isAvailable: true, fallback: fallback) }
    }

    /// Records that the chosen output can't be used: the previous one stays. Returns the choice; nil without one.
    mutating func refuseChoice() -> Choice? {
        defer { choice = nil }
        return choice
    }

    /// Records that the output is not back yet. Returns true if the user must be notified.
    mutating func failToReopen() -> Bool {
        defer { isAsked = false }
        isOpening = false
        attempts += 1
        return isAsked
    }

    /// Records the loss of the sound server or the device.
    mutating func lose(_ name: String, reason: String, at now: MediaTime) {
        status = OutputStatus(name: name, isAvailable: false, fallback: reason)
        let isSettled = lastLoss.map { now - $0 > Timing.outputSettled } ?? true
        attempts = isSettled ? 0 : attempts + 1
        lastLoss = now
    }

    // MARK: - The way back

    /// Requests that playback resumes when the output is back.
    mutating func awaitReturn() { isAwaited = true }

    /// Records a request to play while there is no output: the next attempt is made immediately, and its outcome is the
    /// answer. Returns the caller that waited before.
    mutating func awaitReturn(for ticket: CommandTicket?) -> CommandTicket? {
        defer { waiting = ticket }
        isAwaited = true
        isAsked = true
        attempts = 0
        return waiting
    }

    /// Ends the wait for the output. Returns the caller that waited; nil if there was none.
    mutating func endAwaiting() -> (wasAwaited: Bool, ticket: CommandTicket?) {
        defer {
            isAwaited = false
            isAsked = false
            waiting = nil
        }
        return (isAwaited, waiting)
    }

    /// Returns the waiting caller, which is notified of the failure.
    mutating func answerWaiting() -> CommandTicket? {
        defer { waiting = nil }
        return waiting
    }

    mutating func open() { isOpening = true }

    /// The delay before the next attempt; nil if none is due, because playback is not wanted, or because an attempt is
    /// under way.
    var attemptDelay: MediaTime? {
        guard isAwaited, isGone, choice == nil, !isOpening else { return nil }
        return attempts == 0 ? .zero : Timing.outputAttempts[min(attempts, Timing.outputAttempts.count) - 1]
    }

    /// True if a fallback replaces the requested output, and no output is being opened.
    var canImprove: Bool { status.isAvailable && status.fallback != nil && choice == nil && !isOpening }

    /// True if the audio is played in silence because the requested output can't be used.
    var isReplacedBySilence: Bool { canImprove && status.name == OutputSelection.null.text }
}
