/// Cancellation of navigation and seeks that are not ready yet (design.md, Cancelling). The audible track plays on.
extension Player {
    /// Cancels the pending navigation or seek. Nothing to do if nothing is awaited, or if the awaited audio is already
    /// on its way to the output.
    mutating func cancel() -> Answer {
        if let request = pursuit.navigation {
            disarm(.navigationSettled)
            discardStandby()
            rollBack(
                request, .cancelled(attempted: "Opening \(name(of: request.candidate))"), because: "cancelled")
            return .done
        }
        guard let seek = pursuit.seek, let track = sound.track else { return .nothingToDo }
        discardStandby()
        abandonSeek(
            to: seek.from, .cancelled(attempted: "The seek in \(name(of: track))"), ending: .idle,
            because: "cancelled")
        return .done
    }

    /// Handles a repeated request for the awaited entry, by the same command. Within a burst, both count as one
    /// command; later, the repetition cancels the first.
    mutating func jumpAgain(_ ticket: CommandTicket?) -> Answer {
        guard let waited = pursuit.navigation, moment.now - waited.begunAt < Timing.burst else { return cancel() }
        supersede(waited.ticket)
        pursuit.updateNavigation { $0.ticket = ticket }
        return .pending
    }

    /// Stops at a cancelled candidate when nothing is heard. If the candidate is in the queue, a later play tries it
    /// again.
    mutating func stop(at request: Navigation, ending silence: Silence, because cause: String) {
        let candidate = request.candidate.id
        if queue.contains(candidate) {
            itinerary.stand(at: candidate, place: request.place)
            itinerary.stop(
                at: StoppingPlace(id: candidate, time: moment.now, position: request.position, isRewound: false))
        }
        fallSilent(silence, because: cause)
    }

    private func name(of entry: QueueEntry) -> String { ResourceName.path(of: entry.uri) ?? entry.uri }
}

extension AudioPlayerError {
    /// True if the user cancelled the attempted operation, which is no error to report.
    var isCancellation: Bool { if case .cancelled = self { true } else { false } }
}
