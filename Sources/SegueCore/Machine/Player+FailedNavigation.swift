/// Handling of a candidate that can't be played: another candidate, or a roll-back (design.md, Navigation).
extension Player {
    /// Handles a candidate that can't be played: tries the next one in the same direction, or rolls the navigation
    /// back.
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

    /// Returns the entry to try instead of the candidate; nil if there is none, or if that entry is already heard.
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

    /// Keeps the position of the current track, which can't be opened now: a server may answer again, and a disk may be
    /// mounted again. Does nothing at the start of the track.
    mutating func keepPosition(of entry: QueueEntry, at position: MediaTime) {
        guard position > .zero, itinerary.cursor == entry.id, queue.contains(entry.id) else { return }
        itinerary.stop(at: StoppingPlace(id: entry.id, time: moment.now, position: position, isRewound: false))
    }

    /// Ends the navigation, and reverts the edit that belongs to it: the audible track plays on and is shown again. If
    /// nothing is heard, or if the queue is then empty, the player has failed, at the requested position. After a
    /// cancellation, it has stopped at the candidate instead.
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
        // The audible track may have left the queue, and the candidate may have been the last entry of the queue.
        guard let load = current, !queue.isEmpty else {
            if error.isCancellation {
                return stop(at: request, ending: isHeard ? .finished : .idle, because: cause)
            }
            keepPosition(of: request.candidate, at: request.position)
            return fallSilent(.failed(error), because: cause)
        }
        if !sound.motion.isFadingOut { itinerary.stand(at: load.entry.id, place: .ahead) }
        settle(because: cause)
        // The shown and the audible track are the same again. A client's copy of the clock has been wrong since the
        // command.
        if isHeard, wasShown { announceSeek(to: heardPosition(load)) }
    }
}
