/// Giving up what is not ready yet (design.md, Cancelling). What is heard goes on.
extension Player {
    /// Gives up the entry or the position that was gone to. Nothing to do where nothing is awaited, and where what was
    /// awaited is on its way to the ear.
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

    /// The entry that is awaited is asked for once more, by the same command. In a burst, that is one press; later, it
    /// cancels the first.
    mutating func jumpAgain(_ ticket: CommandTicket?) -> Answer {
        guard let waited = pursuit.navigation, moment.now - waited.begunAt < Timing.burst else { return cancel() }
        supersede(waited.ticket)
        pursuit.updateNavigation { $0.ticket = ticket }
        return .pending
    }

    /// Nothing is heard, and the candidate was cancelled: a later play tries the candidate again, if that is in the
    /// queue.
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
    /// Whether a person has given up what was attempted: that is no trouble to report.
    var isCancellation: Bool { if case .cancelled = self { true } else { false } }
}
