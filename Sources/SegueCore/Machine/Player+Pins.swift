/// Transitions that a person sets.
extension Player {
    /// What a person has set for the way from one entry to another; nil where nothing, or where the files have not been
    /// looked at.
    func pinned(from outgoing: QueueEntry, to incoming: QueueEntry) -> TransitionPin? {
        pins.all.isEmpty ? nil : analyses.pair(from: outgoing, to: incoming).flatMap { pins[$0] }
    }

    mutating func pin(
        from outgoing: EntryID, to incoming: EntryID, _ shape: TransitionPin.Shape
    ) throws(AudioPlayerError) -> Answer {
        guard (MediaTime.zero...TransitionPin.Shape.longest).contains(shape.duration) else {
            throw .transitionNotSet(reason: "it takes 0 to 30 s, and not \(shape.duration.seconds) s")
        }
        if let start = shape.start, start < .zero {
            throw .transitionNotSet(reason: "a track begins at 0 s, and not at \(start.seconds) s")
        }
        let (first, second) = (try known(outgoing), try known(incoming))
        let pin = TransitionPin(
            pair: try pair(first, second), shape: shape, outgoingName: first.displayName,
            incomingName: second.displayName)
        guard pins[pin.pair] != pin else { return .nothingToDo }
        var changed = pins
        changed.set(pin)
        set(changed)
        return .done
    }

    mutating func unpin(from outgoing: EntryID, to incoming: EntryID) throws(AudioPlayerError) -> Answer {
        removePins([try pair(try known(outgoing), try known(incoming))])
    }

    mutating func removePins(_ pairs: [TransitionPin.Pair]) -> Answer {
        var changed = pins
        let removed = pairs.count { changed.remove($0) }
        guard removed > 0 else { return .nothingToDo }
        set(changed)
        return .done
    }

    private func known(_ id: EntryID) throws(AudioPlayerError) -> QueueEntry {
        guard let entry = queue[id] else { throw .transitionNotSet(reason: "one of the tracks is not in the queue") }
        return entry
    }

    private func pair(_ outgoing: QueueEntry, _ incoming: QueueEntry) throws(AudioPlayerError) -> TransitionPin.Pair {
        if let stream = [outgoing, incoming].first(where: { !$0.isLocal }) {
            throw .transitionNotSet(reason: "\(stream.displayName) comes over the network")
        }
        guard let pair = analyses.pair(from: outgoing, to: incoming) else {
            throw .transitionNotSet(
                reason: "\(outgoing.displayName) and \(incoming.displayName) do not come next to each other")
        }
        return pair
    }

    /// What is known of the sound of a file that plays or comes next; nil where nothing is.
    package func facts(of uri: String) -> TrackFacts? { analyses[uri] }

    /// What came of an analysis.
    mutating func learn(_ uri: String, _ outcome: AnalysisOutcome) {
        guard analyses.learn(uri, outcome) else { return }
        let next = standby?.entry ?? automaticNext(after: current?.entry)
        var told: Set<EntryID> = []
        for entry in [current?.entry, next].compactMap(\.self).filter({ $0.uri == uri }) + ahead.entries(of: uri)
        where told.insert(entry.id).inserted {
            report(.analysed(entry))
        }
    }
}
