import SegueCore

/// A state machine that decides which service is asked to inhibit suspension, and when: the portal if there is one,
/// otherwise login1. A value: it receives the wish and the answers, and returns the actions to perform.
struct InhibitionMachine: Sendable {
    enum State: Sendable, Hashable {
        /// No inhibition is wanted.
        case idle
        /// This service has been asked, by the request with this number.
        case asking(SuspendInhibitor, number: Int)
        case held(SuspendInhibitor, number: Int)
        /// No service is left to be asked; the next service that appears is asked then.
        case refused
    }

    enum Action: Sendable, Hashable {
        case ask(SuspendInhibitor, number: Int)
        /// Cancels the request to this service, answered or not.
        case release(SuspendInhibitor)
    }

    private(set) var state = State.idle
    /// The services worth asking: those whose bus is connected, except services that were reported as absent.
    private var reachable: Set<SuspendInhibitor> = []
    private(set) var lastNumber = 0

    /// The service that inhibits suspension now.
    var inhibitor: SuspendInhibitor? {
        guard case .held(let inhibitor, _) = state else { return nil }
        return inhibitor
    }

    mutating func want(_ isWanted: Bool) -> [Action] {
        switch state {
        case .idle: return isWanted ? ask(SuspendInhibitor.allCases) : []
        case .asking(let inhibitor, _), .held(let inhibitor, _):
            guard !isWanted else { return [] }
            state = .idle
            return [.release(inhibitor)]
        case .refused:
            if !isWanted { state = .idle }
            return []
        }
    }

    /// Handles the answer to the request with this number. A granted request may be refused later. Answers to cancelled
    /// requests are ignored.
    mutating func answer(_ number: Int, isGranted: Bool) -> [Action] {
        let inhibitor: SuspendInhibitor
        switch state {
        case .asking(let asked, number): inhibitor = asked
        case .held(let held, number): inhibitor = held
        case .idle, .asking, .held, .refused: return []
        }
        if isGranted {
            state = .held(inhibitor, number: number)
            return []
        }
        // A request that was not answered in time may still be granted.
        let others = SuspendInhibitor.allCases.drop { $0 != inhibitor }.dropFirst()
        return [.release(inhibitor)] + ask(Array(others))
    }

    /// Handles the appearance of a service, the first or a later one.
    mutating func reach(_ inhibitor: SuspendInhibitor) -> [Action] {
        reachable.insert(inhibitor)
        return state == .refused ? ask([inhibitor]) : []
    }

    /// Handles the loss of a service, and of its grant.
    mutating func lose(_ inhibitor: SuspendInhibitor) -> [Action] {
        reachable.remove(inhibitor)
        switch state {
        case .asking(inhibitor, _), .held(inhibitor, _):
            return [.release(inhibitor)] + ask(SuspendInhibitor.allCases)
        case .idle, .asking, .held, .refused: return []
        }
    }

    private mutating func ask(_ candidates: [SuspendInhibitor]) -> [Action] {
        guard let inhibitor = candidates.first(where: reachable.contains) else {
            state = .refused
            return []
        }
        lastNumber += 1
        state = .asking(inhibitor, number: lastNumber)
        return [.ask(inhibitor, number: lastNumber)]
    }
}
