/// What is known of the sound of the two tracks of a transition.
enum KnownSound: Sendable, Equatable {
    /// The facts of the track that ends, and of the one that begins.
    case both(TrackFacts, TrackFacts)
    /// The facts of one of them are missing, and this is why, as a sentence.
    case missing(String)
}

/// The facts about the few tracks that transitions are planned for, and the requests for them.
struct Analyses: Sendable {
    private var known: [String: TrackFacts] = [:]
    private var failed: [String: String] = [:]
    /// What the analysis was told to look at, the most urgent first.
    private var wanted: [String] = []

    /// These files are to be known, and no others. Returns what is to be analysed, the most urgent first; nil where
    /// that has not changed.
    mutating func want(_ addresses: [String]) -> [String]? {
        known = known.filter { addresses.contains($0.key) }
        failed = failed.filter { addresses.contains($0.key) }
        var missing: [String] = []
        for address in addresses where known[address] == nil && failed[address] == nil && !missing.contains(address) {
            missing.append(address)
        }
        guard missing != wanted else { return nil }
        wanted = missing
        return missing
    }

    /// The outcome for a file. Does nothing where nobody wants it any more.
    mutating func learn(_ address: String, _ outcome: AnalysisOutcome) {
        guard let index = wanted.firstIndex(of: address) else { return }
        wanted.remove(at: index)
        switch outcome {
        case .facts(let facts): known[address] = facts
        case .failed(let reason): failed[address] = reason
        }
    }

    subscript(address: String) -> TrackFacts? { known[address] }

    /// What is known for the way from one track to the next.
    func sound(from outgoing: QueueEntry, to incoming: QueueEntry) -> KnownSound {
        if let last = known[outgoing.uri], let first = known[incoming.uri] { return .both(last, first) }
        let (entry, name) =
            known[outgoing.uri] == nil ? (outgoing, "The track") : (incoming, "The next track")
        if !entry.isLocal { return .missing("\(name) comes over the network.") }
        if let reason = failed[entry.uri] { return .missing("\(name) could not be analysed: \(reason)") }
        return .missing("\(name) has not been analysed yet.")
    }
}
