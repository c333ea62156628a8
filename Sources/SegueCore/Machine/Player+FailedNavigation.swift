/// A candidate that can't be played: another one, or back to where everything was (design.md, Navigation).
extension Player {
    /// The candidate can't be played: the next one in the same direction, or back to where everything was.
    mutating func navigationFailed(_ error: AudioPlayerError) {
        guard var request = pursuit.navigation else { return }
        report(.trackSkipped(request.candidate, reason: error.description))
        switch request.kind {
        case .skip, .advance: break
        case .jump, .replace: return rollBack(request, error, because: "load failed")
        }
        let found = nextCandidate(&request)
        switch request.attempts.fail(request.candidate.id, with: error, following: found) {
        case .giveUp(let reason): rollBack(request, reason, because: "load failed")
        case .goOn(let following):
            request.candidate = nextOccurrence(of: following)
            request.position = .zero
            pursuit.go(request)
            leave(because: "load failed")
            loadCandidate()
        }
    }

    /// The entry to try instead of the candidate; nil without one, and where that entry is heard already.
    func nextCandidate(_ request: inout Navigation) -> QueueEntry? {
        let found: QueueEntry?
        if request.others == nil {
            found = neighbour(of: request.candidate, request.direction)
        } else {
            request.others?.removeAll { $0 == request.candidate.id || !queue.contains($0) }
            found = request.others?.first.flatMap { queue[$0] }
        }
        return found?.id == (current?.entry.id ?? itinerary.cursor) ? nil : found
    }

    /// Ends the navigation, and takes the edit back that it came with: what is heard goes on and is shown again. Where
    /// nothing is heard, or the queue is empty then, the player has failed, or has stopped at the candidate if it was
    /// cancelled.
    mutating func rollBack(_ request: Navigation, _ error: AudioPlayerError, because cause: String) {
        let wasShown = connecting == nil
        let isHeard = state.kind == .preparingCrossfade
        _ = pursuit.endNavigation()
        complete(request.ticket, .failed(error))
        if !error.isCancellation { report(.error(error)) }
        let beside = neighbour(of: request.candidate, 1) ?? neighbour(of: request.candidate, -1)
        if let edit = request.edit, edits.isLast(edit) {
            forgetLastEdit()
        } else if case .replace = request.kind {
            let (removed, reversal) = queue.remove([request.candidate.id])
            guard !removed.isEmpty else { preconditionFailure("the candidate is gone") }
            edits.accompany(reversal)
            announce(.removed([request.candidate.id]))
        }
        if let cursor = itinerary.cursor, !queue.contains(cursor) { itinerary.point(to: beside?.id) }
        // What is heard may have left the queue, and the candidate was the last entry of that.
        guard let load = current, !queue.isEmpty else {
            if error.isCancellation {
                return stop(at: request, ending: isHeard ? .finished : .idle, because: cause)
            }
            return fallSilent(.failed(error), because: cause)
        }
        if !sound.motion.isFadingOut { itinerary.stand(at: load.entry.id, place: .ahead) }
        settle(because: cause)
        // Shown and heard are one again; a copy of the clock in a client is wrong since the press.
        if isHeard, wasShown { announceSeek(to: heardPosition(load)) }
    }
}
