/// Transitions that the user sets.
extension Player {
    /// Returns the pin for the transition between two entries; nil if there is none, or if the files have not been
    /// identified.
    func pinned(from outgoing: QueueEntry, to incoming: QueueEntry) -> TransitionPin? {
        pins.all.isEmpty ? nil : analyses.pair(from: outgoing, to: incoming).flatMap(pins.deciding)
    }

    mutating func pin(
        from outgoing: EntryID, to incoming: EntryID?, _ shape: TransitionPin.Shape, _ ticket: CommandTicket?
    ) throws(AudioPlayerError) -> Answer {
        guard (MediaTime.zero...TransitionPin.Shape.longest).contains(shape.duration) else {
            throw .transitionNotSet(reason: Reason.durationOutOfRange.text(shape.duration.decimalSeconds))
        }
        if let start = shape.start, start < .zero {
            throw .transitionNotSet(reason: Reason.startOutOfRange.text(start.decimalSeconds))
        }
        return try take(PinRequest(outgoing: outgoing, incoming: incoming, shape: shape, ticket: ticket))
    }

    mutating func unpin(
        from outgoing: EntryID, to incoming: EntryID?, _ ticket: CommandTicket?
    ) throws(AudioPlayerError) -> Answer {
        try take(PinRequest(outgoing: outgoing, incoming: incoming, shape: nil, ticket: ticket))
    }

    private mutating func take(_ request: PinRequest) throws(AudioPlayerError) -> Answer {
        if let answer = try carryOut(request) { return answer }
        guard pinRequests.add(request) else {
            throw .transitionNotSet(reason: Reason.tooManyWaiting.text())
        }
        return .pending
    }

    /// Executes the requests whose files have been identified.
    mutating func settlePins() {
        for request in pinRequests.all {
            var outcome: CommandOutcome?
            do throws(AudioPlayerError) {
                outcome = try carryOut(request).map { $0 == .nothingToDo ? .nothingToDo : .done }
            } catch {
                outcome = .failed(error)
            }
            guard let outcome else { continue }
            pinRequests.remove(request)
            complete(request.ticket, outcome)
        }
    }

    /// The files that have to be identified for pending requests.
    var pinnedFiles: [String] {
        pinRequests.all.flatMap { [$0.outgoing, $0.incoming] }.compactMap { $0.flatMap { queue[$0]?.uri } }
    }

    /// Executes a request. Returns nil if the files have not been identified.
    private mutating func carryOut(_ request: PinRequest) throws(AudioPlayerError) -> Answer? {
        let first = try known(request.outgoing)
        var second: QueueEntry?
        if let incoming = request.incoming { second = try known(incoming) }
        guard let pair = try pair(first, second) else { return nil }
        guard var shape = request.shape else {
            return pins.deciding(about: pair).map { removePins([$0.pair]) } ?? .nothingToDo
        }
        // A request that moves a transition, or changes its length, does not affect its curve.
        shape.curve = shape.curve ?? pins.deciding(about: pair)?.shape.curve
        let pin = TransitionPin(
            pair: pair, shape: shape, outgoingName: first.displayName, incomingName: second?.displayName ?? "")
        guard pins[pair] != pin else { return .nothingToDo }
        edits.note([.pin(FormerPin(before: pin, in: pins))], from: origin)
        var changed = pins
        changed.set(pin)
        set(changed)
        return .done
    }

    mutating func removePins(_ pairs: [TransitionPin.Pair]) -> Answer {
        var changed = pins
        let removed = pairs.compactMap { pins[$0] }.filter { changed.remove($0.pair) }
        guard !removed.isEmpty else { return .nothingToDo }
        edits.note(removed.map { .pin(FormerPin(before: $0, in: pins)) }, from: origin)
        set(changed)
        return .done
    }

    /// Restores a transition; returns the reversal of the change.
    mutating func restore(_ former: FormerPin) -> QueueReversal {
        var inverse = former
        inverse.pin = pins[former.pair]
        var changed = pins
        if let pin = former.pin { changed.set(pin) } else { _ = changed.remove(former.pair) }
        set(changed)
        return .pin(inverse)
    }

    private func known(_ id: EntryID) throws(AudioPlayerError) -> QueueEntry {
        guard let entry = queue[id] else { throw .transitionNotSet(reason: Reason.notInQueue.text()) }
        return entry
    }

    /// Returns the pair of both files; nil if one of them has not been identified.
    private func pair(_ outgoing: QueueEntry, _ incoming: QueueEntry?) throws(AudioPlayerError) -> TransitionPin.Pair? {
        for entry in [outgoing, incoming].compactMap(\.self) {
            if !entry.isLocal { throw .transitionNotSet(reason: Reason.overNetwork.text(entry.displayName)) }
            if analyses.isUnreadable(entry.uri) {
                throw .transitionNotSet(reason: Reason.unreadable.text(entry.displayName))
            }
        }
        return analyses.pair(from: outgoing, to: incoming)
    }

    /// Returns the facts about the audio of a file that plays or comes next; nil if there are none.
    package func facts(of uri: String) -> TrackFacts? { analyses[uri] }

    /// Records the outcome of an analysis.
    mutating func learn(_ uri: String, _ outcome: AnalysisOutcome) {
        let isKnown = analyses.learn(uri, outcome)
        if standby?.entry.uri == uri { commitNavigation() }
        guard isKnown else { return }
        let near = [current?.entry, standby?.entry, automaticNext(after: current?.entry)].compactMap(\.self)
        let entries = near.filter { $0.uri == uri } + ahead.entries(of: uri)
        if case .facts(let facts) = outcome { learn(facts, of: entries) }
        var told: Set<EntryID> = []
        // The whole queue is searched only for requested files.
        for entry in analyses.isRequested(uri) ? queue.entries(of: uri) : entries
        where told.insert(entry.id).inserted {
            report(.analysed(entry))
        }
    }

    /// Stores the list metadata that the facts of a file provide, and the loudness by which other files are played.
    private mutating func learn(_ facts: TrackFacts, of entries: [QueueEntry]) {
        if let ends = TrackEnds(facts), let entry = entries.first { learn(ends, of: entry) }
        if let tempo = facts.measurement.rhythm?.tempo { remember(entries.map(\.id)) { $0.tempo = tempo } }
    }
}

extension FormerPin {
    /// The transition as `pins` has it, before `pin` is added or removed.
    fileprivate init(before pin: TransitionPin, in pins: TransitionPins) {
        self.init(
            pair: pin.pair, pin: pins[pin.pair], outgoingName: pin.outgoingName, incomingName: pin.incomingName)
    }
}
