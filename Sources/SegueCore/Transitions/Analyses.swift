/// What is known of the sound of the two tracks of a transition.
enum KnownSound: Sendable, Equatable {
    /// The facts of the track that ends, and of the one that begins.
    case both(TrackFacts, TrackFacts)
    /// The facts of one of them are missing, for this reason.
    case missing(Sentence)
}

/// What is known of the few files that transitions are planned for, and the requests for it.
struct Analyses: Sendable {
    private var contents: [String: ContentIdentity] = [:]
    private var known: [String: TrackFacts] = [:]
    private var failed: [String: String] = [:]
    /// How loud the files are whose whole sound is known: of those for later, this is all that is kept.
    private var distributions: [String: LoudnessDistribution] = [:]
    /// What the tags of files tell.
    private var tagged: [String: TaggedSound] = [:]
    /// What is asked for and has not been answered.
    private var open = AnalysisWishes()
    /// The files among them of which it is known that they have to be measured.
    private var unmeasured: Set<String> = []
    /// The files whose sound a client has asked for, the last one at the end.
    private var requested: [String] = []
    /// How many of these are kept: as many as a picture of a queue shows.
    private static let mostRequested = 16

    /// A client wants to know the sound of a file, whatever plays.
    mutating func request(_ address: String) {
        requested.removeAll { $0 == address }
        requested.append(address)
        requested.removeFirst(max(0, requested.count - Self.mostRequested))
    }

    /// Whether a client has asked for the sound of a file.
    func isRequested(_ address: String) -> Bool { requested.contains(address) }

    /// Forgets what clients have asked for.
    mutating func forgetRequests() { requested = [] }

    /// This is to be known, and what clients have asked for, and nothing else. The sound of `kept` stays known, though
    /// nobody asks for it: what the file holds, and whether it can be analysed, is looked at again. Returns what part
    /// of it to ask for; nil where that has not changed.
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
        // What a former version has measured is in use until the rest is known, which is not urgent.
        let outdated = wishes.sounds.filter { self[$0].map { $0.measurement.rhythm == nil } ?? false }
        let asked = AnalysisWishes(
            contents: missing(wishes.contents) { contents[$0] == nil },
            sounds: missing(wishes.sounds) { self[$0] == nil },
            later: missing(outdated + wishes.later) { !wishes.sounds.contains($0) || outdated.contains($0) })
        guard asked != open else { return nil }
        open = asked
        return asked
    }

    /// What a file holds. Does nothing where nobody wants to know that.
    mutating func identify(_ address: String, as content: ContentIdentity) {
        guard open.contents.contains(address) else { return }
        contents[address] = content
        open.contents.removeAll { $0 == address }
    }

    /// The outcome for a file. Returns whether all of its sound is known now; does nothing where nobody wants it any
    /// more.
    mutating func learn(_ address: String, _ outcome: AnalysisOutcome) -> Bool {
        switch outcome {
        case .unmeasured:
            if open.sounds.contains(address) { unmeasured.insert(address) }
            return false
        case .facts(let facts):
            let isNear = open.sounds.contains(address) || self[address] != nil
            if isNear { known[address] = facts }
            // Of the ends alone, the rest is still to come.
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

    /// What was measured of a file, of its ends at least.
    func measured(_ address: String) -> TrackFacts? { known[address] }

    /// What is known of the whole sound of a file.
    subscript(address: String) -> TrackFacts? { known[address].flatMap { $0.source == .whole ? $0 : nil } }

    /// Whether the sound of a file may be known within a moment.
    func isLookedUp(_ address: String) -> Bool { open.sounds.contains(address) && !unmeasured.contains(address) }

    /// How loud a file is how often; nil where not all of its sound is known.
    func distribution(of address: String) -> LoudnessDistribution? { distributions[address] }

    /// Whether a file has been looked at in vain.
    func isUnreadable(_ address: String) -> Bool { contents[address] == nil && failed[address] != nil }

    /// The two files, or the one and any other, where they have been looked at.
    func pair(from outgoing: QueueEntry, to incoming: QueueEntry?) -> TransitionPin.Pair? {
        guard let last = contents[outgoing.uri] else { return nil }
        guard let incoming else { return TransitionPin.Pair(from: last, to: nil) }
        return contents[incoming.uri].map { TransitionPin.Pair(from: last, to: $0) }
    }

    /// What is known for the way from one track to the next: what was measured, or what tags tell.
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
        // This is asked in every step, and worked out once.
        if sound?.ramp != ramp || sound?.length != length {
            sound = TaggedSound(ramp: ramp, length: length, facts: ramp.facts(seconds: length.seconds))
            tagged[load.entry.uri] = sound
        }
        return sound?.facts.flatMap { suffice($0) ? $0 : nil }
    }
}

/// What the tags of a file of this length tell.
private struct TaggedSound {
    var ramp: MixRamp
    var length: MediaTime
    var facts: TrackFacts?
}
