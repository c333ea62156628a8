/// A candidate that can't be played: another one, or back to where everything was (design.md, Navigation).
extension Player {
    /// The candidate can't be played: the next one in the same direction, or back to where everything was.
    mutating func navigationFailed(_ error: AudioPlayerError) {
        guard var request = pursuit.navigation else { return }
        report(.trackSkipped(request.candidate, reason: error.description))
        switch request.kind {
        case .skip, .advance: break
        case .jump, .replace: return rollBack(request, error)
        }
        let found = neighbour(of: request.candidate, request.direction)
        let isSounding = found.map { $0.id == (current?.entry.id ?? itinerary.cursor) } ?? true
        switch request.attempts.fail(with: error, following: isSounding ? nil : found) {
        case .giveUp(let reason): rollBack(request, reason)
        case .goOn(let following):
            request.candidate = nextOccurrence(of: following)
            request.position = .zero
            pursuit.go(request)
            retarget(to: request.candidate)
            loadCandidate()
        }
    }

    /// Keeps the state, on its way to another candidate.
    private mutating func retarget(to candidate: QueueEntry) {
        switch state {
        case .preparing: move(to: .preparing(track: candidate), because: "load failed")
        case .preparingCrossfade(let track, _):
            move(to: .preparingCrossfade(currentTrack: track, nextTrack: candidate), because: "load failed")
        case .idle, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            preconditionFailure("a candidate failed in \(state)")
        }
    }

    private mutating func rollBack(_ request: Navigation, _ error: AudioPlayerError) {
        let wasShown = connecting == nil
        _ = pursuit.endNavigation()
        complete(request.ticket, .failed(error))
        report(.error(error))
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
        guard let load = current, queue.contains(load.entry.id) else {
            return fallSilent(.failed(error), because: "load failed")
        }
        switch state {
        case .preparing:
            move(to: .paused(track: load.entry, position: pausedPosition), because: "load failed")
            itinerary.stand(at: load.entry.id, place: .ahead)
        case .preparingCrossfade(let track, _):
            move(to: .playing(track: track), because: "load failed")
            itinerary.stand(at: load.entry.id, place: .ahead)
            if !sound.isRunning { start() }
            // Shown and heard are one again; a copy of the clock in a client is wrong since the press.
            if wasShown { announceSeek(to: heardPosition(load)) }
        case .idle, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            preconditionFailure("a navigation failed in \(state)")
        }
    }
}
