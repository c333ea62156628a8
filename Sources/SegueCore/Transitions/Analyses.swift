/// The facts about the audio of the two tracks of a transition.
enum KnownSound: Sendable, Equatable {
    /// The facts about the outgoing track, and about the incoming one.
    case both(TrackFacts, TrackFacts)
    /// The facts about one of the tracks are missing, for this reason.
    case missing(Sentence)
}

/// The facts about the few files for which transitions are planned, and the requests for such facts.
struct Analyses: Sendable {
    private var contents: [String: ContentIdentity] = [:]
    private var known: [String: TrackFacts] = [:]
    private var failed: [String: String] = [:]
    /// The loudness distributions of completely analysed files. For files that are needed later, only these are kept.
    private var distributions: [String: LoudnessDistribution] = [:]
    /// The facts that the tags of files provide.
    private var tagged: [String: TaggedSound] = [:]
    /// The wishes that are requested and not answered.
    private var open = AnalysisWishes()
    /// The requested files that are known to require a measurement.
    private var unmeasured: Set<String> = []
    /// The files whose audio a client has requested, the most recent at the end.
    private var requested: [String] = []
    /// The maximum number of requested files: as many as a view of a queue shows.
    private static let mostRequested = 16

    /// Adds a client's request for the facts about a file, independent of playback.
    mutating func request(_ address: String) {
        requested.removeAll { $0 == address }
        requested.append(address)
        requested.removeFirst(max(0, requested.count - Self.mostRequested))
    }

    /// Returns true if a client has requested the facts about a file.
    func isRequested(_ address: String) -> Bool { requested.contains(address) }

    /// Removes all requests of clients.
    mutating func forgetRequests() { requested = [] }

    /// Replaces the wishes. Client requests are added, and all other facts are dropped, except those about `kept`. The
    /// content of `kept`, and whether it can be analysed, are determined again. Returns the missing part of the wishes;
    /// nil if it is unchanged.
    mutating func want(_ wishes: AnalysisWishes, keeping kept: String? = nil) -> AnalysisWishes? {
        var wishes = wishes
        wishes.sounds += requested
        let addresses = wishes.contents + wishes.sounds
        contents = contents.filter { addresses.contains($0.key) }
        known = known.filter { addresses.contains($0.key) || $0.key == kept }
        failed = failed.filter { addresses.contains($0.key) }
        tagged = tagged.filter { addresses.contains($0.key) }
        unmeasured.formIntersection(wishes.sounds)
        distributions = distributions.filter { addresses.contains($0.key) || wishes.later.contains($0.key) }
        func missing(_ addresses: [String], _ isMissing: (String) -> Bool) -> [String] {
            var result: [String] = []
            for address in addresses where failed[address] == nil && isMissing(address) && !result.contains(address) {
                result.append(address)
            }
            return result
        }
        // Facts measured by an earlier version are used until the rest is measured, which is not urgent.
        let outdated = wishes.sounds.filter { self[$0].map { $0.measurement.rhythm == nil } ?? false }
        let asked = AnalysisWishes(
            contents: missing(wishes.contents) { contents[$0] == nil },
            sounds: missing(wishes.sounds) { self[$0] == nil },
            later: missing(outdated + wishes.later) { !wishes.sounds.contains($0) || outdated.contains($0) })
        guard asked != open else { return nil }
        open = asked
        return asked
    }

    /// Records the content identity of a file. Does nothing if the identity is not wanted.
    mutating func identify(_ address: String, as content: ContentIdentity) {
        guard open.contents.contains(address) else { return }
        contents[address] = content
        open.contents.removeAll { $0 == address }
    }

    /// Records the outcome for a file. Returns true if the whole audio is now analysed. Does nothing if the outcome is
    /// no longer wanted.
    mutating func learn(_ address: String, _ outcome: AnalysisOutcome) -> Bool {
        switch outcome {
        case .unmeasured:
            if open.sounds.contains(address) { unmeasured.insert(address) }
            return false
        case .facts(let facts):
            let isNear = open.sounds.contains(address) || self[address] != nil
            if isNear { known[address] = facts }
            // If only the ends are analysed, the rest is still to come.
            guard facts.source == .whole, isNear || open.later.contains(address) else { return false }
            distributions[address] = LoudnessDistribution(facts)
            open.sounds.removeAll { $0 == address }
            if isNear { open.later.removeAll { $0 == address } }
            return true
        case .failed(let reason):
            guard open.sounds.contains(address) || open.contents.contains(address) else { return false }
            failed[address] = reason
            open.sounds.removeAll { $0 == address }
            open.contents.removeAll { $0 == address }
            return false
        }
    }

    /// Returns the measured facts about a file, at least of its ends.
    func measured(_ address: String) -> TrackFacts? { known[address] }

    /// The facts about the whole audio of a file; nil if they are missing.
    subscript(address: String) -> TrackFacts? { known[address].flatMap { $0.source == .whole ? $0 : nil } }

    /// Returns true if the facts about a file may be available within a moment.
    func isLookedUp(_ address: String) -> Bool { open.sounds.contains(address) && !unmeasured.contains(address) }

    /// Returns the loudness distribution of a file; nil if the file is not completely analysed.
    func distribution(of address: String) -> LoudnessDistribution? { distributions[address] }

    /// Returns true if a file could not be examined.
    func isUnreadable(_ address: String) -> Bool { contents[address] == nil && failed[address] != nil }

    /// Returns the pair of two files, or of one file and any other; nil if a file has not been identified.
    func pair(from outgoing: QueueEntry, to incoming: QueueEntry?) -> TransitionPin.Pair? {
        guard let last = contents[outgoing.uri] else { return nil }
        guard let incoming else { return TransitionPin.Pair(from: last, to: nil) }
        return contents[incoming.uri].map { TransitionPin.Pair(from: last, to: $0) }
    }

    /// Returns the facts for the transition from one track to the next: measured, or from tags.
    mutating func sound(from outgoing: Load, to incoming: Load) -> KnownSound {
        let last = facts(of: outgoing) { $0.tellsEnding }
        let first = facts(of: incoming) { $0.tellsBeginning }
        if let last, let first { return .both(last, first) }
        let isFirst = last == nil
        let entry = isFirst ? outgoing.entry : incoming.entry
        if !entry.isLocal { return .missing(Sentence(isFirst ? .outgoingOverNetwork : .incomingOverNetwork)) }
        if let reason = failed[entry.uri] {
            return .missing(Sentence(isFirst ? .outgoingFailed : .incomingFailed, reason))
        }
        return .missing(Sentence(isFirst ? .outgoingUnknown : .incomingUnknown))
    }

    private mutating func facts(of load: Load, _ suffice: (TrackFacts) -> Bool) -> TrackFacts? {
        if let facts = known[load.entry.uri], suffice(facts) { return facts }
        guard let ramp = load.metadata.mixRamp, let length = load.duration else { return nil }
        var sound = tagged[load.entry.uri]
        // This is called in every step, and computed once.
        if sound?.ramp != ramp || sound?.length != length {
            sound = TaggedSound(ramp: ramp, length: length, facts: ramp.facts(seconds: length.seconds))
            tagged[load.entry.uri] = sound
        }
        return sound?.facts.flatMap { suffice($0) ? $0 : nil }
    }
}

/// The facts that the tags of a file of this length provide.
private struct TaggedSound {
    var ramp: MixRamp
    var length: MediaTime
    var facts: TrackFacts?
}
