/// Where the sound goes, the way to another output that a person chose, and the way back to one that went away.
struct OutputControl: Sendable {
    /// An output that a person went to, and that has not answered yet.
    struct Choice: Sendable, Equatable {
        var name: String
        var ticket: CommandTicket?
    }

    private(set) var status = OutputStatus(name: "", isAvailable: false, fallback: nil)
    /// Nil before there was any sound.
    private(set) var rates: OutputRates?
    private(set) var choice: Choice?
    /// Sound is wanted: it goes on when the output is back.
    private(set) var isAwaited = false
    /// Who asked for sound while there was nowhere for it to go.
    private(set) var waiting: CommandTicket?
    /// The engine has been asked to open it, and has not answered.
    private var isOpening = false
    /// A person asked for sound meanwhile, and is to hear why there is none.
    private var isAsked = false
    /// Failed in a row; decides when the next one is made.
    private var attempts = 0
    private var lastLoss: MediaTime?

    /// There is nowhere for sound to go. Before the first output is known that is not so: the engine waits for that
    /// one.
    var isGone: Bool { !status.isAvailable && !status.name.isEmpty }

    // MARK: - Choice

    /// The former output stays until this one has proved usable. Returns who waited for a former choice.
    mutating func choose(_ name: String, ticket: CommandTicket?) -> CommandTicket? {
        let former = choice?.ticket
        choice = Choice(name: name, ticket: ticket)
        // The engine opens one at a time.
        isOpening = false
        return former
    }

    // MARK: - Answers of the engine

    mutating func adopt(_ rates: OutputRates) { self.rates = rates }

    /// Sound goes out there. Returns the choice that this ends.
    mutating func ready(_ name: String, fallback: String?) -> Choice? {
        defer { choice = nil }
        status = OutputStatus(name: name, isAvailable: true, fallback: fallback)
        isOpening = false
        return choice
    }

    /// The choice can't be used: the former output stays. Returns it, nil without one.
    mutating func refuseChoice() -> Choice? {
        defer { choice = nil }
        return choice
    }

    /// It is not back yet. True when a person is to hear of it.
    mutating func failToReopen() -> Bool {
        defer { isAsked = false }
        isOpening = false
        attempts += 1
        return isAsked
    }

    /// The server or the device went.
    mutating func lose(_ name: String, reason: String, at now: MediaTime) {
        status = OutputStatus(name: name, isAvailable: false, fallback: reason)
        let isSettled = lastLoss.map { now - $0 > Timing.outputSettled } ?? true
        attempts = isSettled ? 0 : attempts + 1
        lastLoss = now
    }

    // MARK: - The way back

    /// What played is to go on when it is back.
    mutating func awaitReturn() { isAwaited = true }

    /// A person asks for sound while there is nowhere for it to go: the next attempt is made at once, and answers.
    /// Returns who waited before.
    mutating func awaitReturn(for ticket: CommandTicket?) -> CommandTicket? {
        defer { waiting = ticket }
        isAwaited = true
        isAsked = true
        attempts = 0
        return waiting
    }

    /// Sound is not wanted any more, or is there. Returns who waited, nil where nobody did.
    mutating func endAwaiting() -> (wasAwaited: Bool, ticket: CommandTicket?) {
        defer {
            isAwaited = false
            isAsked = false
            waiting = nil
        }
        return (isAwaited, waiting)
    }

    /// Who waited has been told why there is no sound.
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

    /// Sound goes elsewhere than it was to, and nothing else is being opened.
    var canImprove: Bool { status.isAvailable && status.fallback != nil && choice == nil && !isOpening }
}
