/// Where the sound goes, the way to another output that a person chose, and the way back to one that went away.
struct OutputControl: Sendable {
    /// An output that a person has chosen and that has not answered yet.
    struct Choice: Sendable, Equatable {
        var name: String
        var ticket: CommandTicket?
    }

    private(set) var status = OutputStatus(name: "", isAvailable: false, fallback: nil)
    /// The sample rates of the sound; nil before there was any sound.
    private(set) var rates: OutputRates?
    private(set) var choice: Choice?
    /// The output that is used in the place of the configured one, as `--output` takes it; nil for the configured one.
    private(set) var chosen: String?
    /// Whether sound is wanted, and goes on when the output is back.
    private(set) var isAwaited = false
    /// The caller who asked for sound while there was no output.
    private(set) var waiting: CommandTicket?
    /// Whether the engine has been asked to open the output and has not answered.
    private var isOpening = false
    /// Whether a person has asked for sound meanwhile, and is to hear why there is none.
    private var isAsked = false
    /// Attempts that failed in a row. They decide when the next one is made.
    private var attempts = 0
    private var lastLoss: MediaTime?

    /// Whether there is no output. Before the first one is known this is false: the engine waits for that one.
    var isGone: Bool { !status.isAvailable && !status.name.isEmpty }

    // MARK: - Choice

    /// Notes a choice; the former output stays until the new one has proved usable. Returns the caller who waited for a
    /// former choice.
    mutating func choose(_ name: String, ticket: CommandTicket?) -> CommandTicket? {
        let former = choice?.ticket
        choice = Choice(name: name, ticket: ticket)
        // The engine opens one at a time.
        isOpening = false
        return former
    }

    /// Takes over the choice of an earlier life, where it still holds.
    mutating func restore(_ saved: ChosenOutput?, configured: String) {
        chosen = saved.flatMap { $0.holds(against: configured) ? $0.name : nil }
    }

    /// Another output is configured. The one that is used stays until the new one has proved usable. Returns whether
    /// they differ.
    mutating func reconfigure(from former: String, to new: String) -> Bool {
        let used = chosen ?? former
        chosen = used == new ? nil : used
        return chosen != nil
    }

    // MARK: - Answers of the engine

    mutating func adopt(_ rates: OutputRates) { self.rates = rates }

    /// Sound goes out on this output. Returns the choice that has come true with it.
    mutating func ready(_ name: String, fallback: String?, configured: String) -> Choice? {
        defer { choice = nil }
        if let choice { chosen = choice.name == configured ? nil : choice.name }
        status = OutputStatus(name: name, isAvailable: true, fallback: fallback)
        isOpening = false
        return choice
    }

    /// The chosen output can't be used: the former one stays. Returns the choice; nil without one.
    mutating func refuseChoice() -> Choice? {
        defer { choice = nil }
        return choice
    }

    /// The output is not back yet. True when a person is to hear of it.
    mutating func failToReopen() -> Bool {
        defer { isAsked = false }
        isOpening = false
        attempts += 1
        return isAsked
    }

    /// The sound server or the device is gone.
    mutating func lose(_ name: String, reason: String, at now: MediaTime) {
        status = OutputStatus(name: name, isAvailable: false, fallback: reason)
        let isSettled = lastLoss.map { now - $0 > Timing.outputSettled } ?? true
        attempts = isSettled ? 0 : attempts + 1
        lastLoss = now
    }

    // MARK: - The way back

    /// What played goes on when the output is back.
    mutating func awaitReturn() { isAwaited = true }

    /// A person asks for sound while there is no output: the next attempt is made at once, and its outcome is the
    /// answer. Returns the caller who waited before.
    mutating func awaitReturn(for ticket: CommandTicket?) -> CommandTicket? {
        defer { waiting = ticket }
        isAwaited = true
        isAsked = true
        attempts = 0
        return waiting
    }

    /// Sound is not wanted any more, or is there. Returns the caller who waited; nil where nobody did.
    mutating func endAwaiting() -> (wasAwaited: Bool, ticket: CommandTicket?) {
        defer {
            isAwaited = false
            isAsked = false
            waiting = nil
        }
        return (isAwaited, waiting)
    }

    /// The caller who waited has been told why there is no sound.
    mutating func answerWaiting() -> CommandTicket? {
        defer { waiting = nil }
        return waiting
    }

    mutating func open() { isOpening = true }

    /// How long before the next attempt; nil while none is to be made: nobody wants sound, or one is under way.
    var attemptDelay: MediaTime? {
        guard isAwaited, isGone, choice == nil, !isOpening else { return nil }
        return attempts == 0 ? .zero : Timing.outputAttempts[min(attempts, Timing.outputAttempts.count) - 1]
    }

    /// Whether another output has taken the place of the one that was asked for, and none is being opened.
    var canImprove: Bool { status.isAvailable && status.fallback != nil && choice == nil && !isOpening }
}
