/// Loading of a second candidate while the first takes long. If the first fails, the second is ready, or is being
/// loaded (design.md, Navigation). The requested entry is heard if it is ready within its limit.
extension Player {
    /// Opens the next candidate beside one that takes long. Discards the spare if nothing is awaited, or if another
    /// entry would be tried next.
    mutating func reconcileSpare() {
        guard let load = standby, load.purpose == .navigation, load.info == nil, let next = nextToTry else {
            disarm(.lookAhead)
            return discardSpare()
        }
        guard spare?.entry.id != next.id else { return disarm(.lookAhead) }
        discardSpare()
        let due = load.openedAt + Timing.lookAhead
        guard moment.now >= due else { return arm(.lookAhead, at: due) }
        disarm(.lookAhead)
        loadSpare(nextOccurrence(of: next))
    }

    /// The entry to try if the candidate fails; nil if the attempts end with the candidate.
    private var nextToTry: QueueEntry? {
        guard var request = pursuit.navigation else { return nil }
        switch request.kind {
        case .jump, .replace: return nil
        case .skip, .advance: break
        }
        guard let next = nextCandidate(&request), request.attempts.goOn(past: request.candidate.id, to: next.id) else {
            return nil
        }
        return next
    }

    /// Makes the spare the standby if the candidate is its entry. A spare that has failed fails the candidate
    /// immediately. Returns false if another entry, or another position of the entry, is wanted.
    mutating func promoteSpare(for request: Navigation) -> Bool {
        guard let load = spare, load.entry.id == request.candidate.id, load.start == request.position else {
            return false
        }
        discardStandby()
        if let error = load.breakage {
            discardSpare()
            navigationFailed(error)
            return true
        }
        preparation.promoteSpare()
        preparation.update { $0.entry.occurrence = request.candidate.occurrence }
        if load.info != nil { becameReady() }
        return true
    }

    /// Unloads the spare, or a load after the standby, that can't be played. The error is reported when its turn comes.
    mutating func failedEarly(_ load: Load, _ error: AudioPlayerError) {
        disarm(.loadLimit(load.generation))
        audio(.unload(load.generation, ramp: Timing.releaseRamp))
        preparation.update(load.generation) { load in
            load.info = nil
            load.breakage = error
        }
    }
}
