import SegueCore

/// Who is asked to keep the computer from suspending, and when: the portal where there is one, else login1. A value: it
/// is told what is wanted and what was answered, and says what is to be done.
struct InhibitionMachine: Sendable {
    enum State: Sendable, Hashable {
        /// Nothing is wanted.
        case idle
        /// This one has been asked, by the request of this number.
        case asking(SuspendInhibitor, number: Int)
        case held(SuspendInhibitor, number: Int)
        /// Nobody is left to be asked; whoever comes is asked then.
        case refused
    }

    enum Action: Sendable, Hashable {
        case ask(SuspendInhibitor, number: Int)
        /// Take back what was asked for, whether it has been answered or not.
        case release(SuspendInhibitor)
    }

    private(set) var state = State.idle
    /// Whom to ask: those that have not been found missing.
    private var reachable: Set<SuspendInhibitor> = []
    private(set) var lastNumber = 0

    /// What keeps the computer from suspending now.
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

    /// The answer to the request of this number; what was granted may be refused later. A request that has been given
    /// up is not waited for.
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

    /// This one is there, or is back.
    mutating func reach(_ inhibitor: SuspendInhibitor) -> [Action] {
        reachable.insert(inhibitor)
        return state == .refused ? ask([inhibitor]) : []
    }

    /// This one is gone, and whatever it has granted.
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
