import SegueCore

/// A planned transition, and the gains of both tracks.
struct PlannedPair {
    var plan: TransitionPlan
    /// The start of the transition in the outgoing track, in seconds.
    var outgoingStart: Double
    /// The start of the transition in the incoming track, in seconds.
    var incomingStart: Double
    var outgoingGain: Double
    var incomingGain: Double
}

/// A player without an engine.
struct Planner {
    private(set) var player: Player
    /// The lengths of the tracks in seconds, by URI.
    private var lengths: [String: Double] = [:]
    private var gain = 1.0
    private var now = MediaTime.zero

    init(_ transitions: Configuration.TransitionMode) {
        var configuration = Configuration()
        configuration.transitions = transitions
        player = Player(configuration: configuration, seed: 1)
    }

    /// Handles an input. Files that the player requests are ready immediately, a transition that it requests now is
    /// over immediately, and time passes until it looks ahead.
    mutating func happen(_ input: Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            for effect in player.handle(inputs.removeFirst(), at: Moment(now: now)).effects {
                switch effect {
                case .audio(.load(let generation, let uri, _, _, _)):
                    var metadata = TrackMetadata()
                    metadata.duration = MediaTime(seconds: lengths[uri] ?? 240)
                    inputs.append(.audio(.loaded(generation, LoadedTrack(metadata: metadata))))
                case .audio(.start(_, _, _, let gain, _)): self.gain = gain
                case .audio(.schedule(let plan)) where plan.start == .now:
                    inputs.append(.audio(.transitionStarted(incoming: plan.incoming)))
                    inputs.append(.audio(.transitionFinished(incoming: plan.incoming)))
                case .arm(let timer, let due)
                where [.lookAhead, .prepareNext, .tagsAwaited, .soundAwaited].contains(timer):
                    now = max(now, due)
                    inputs.append(.timer(timer))
                default: break
                }
            }
        }
    }

    /// Returns the transition that is planned at the end of the first of these tracks; nil without one.
    static func plan(
        _ first: (track: Track, facts: TrackFacts), _ second: (track: Track, facts: TrackFacts),
        _ transitions: Configuration.TransitionMode
    ) -> PlannedPair? {
        var planner = Planner(transitions)
        planner.lengths = [first.track.uri: first.track.seconds, second.track.uri: second.track.seconds]
        // The gain of a track is that of its facts when it starts.
        for play in [false, true] {
            let entries = [first, second].map { NewEntry(uri: $0.track.uri) }
            planner.happen(.command(.edit(.replace(entries, play: play)), ticket: nil))
            for (track, facts) in [first, second] {
                planner.happen(.identified(track.uri, ContentIdentity(text: track.uri)))
                planner.happen(.analysed(track.uri, .facts(facts)))
            }
        }
        guard let planned = planner.player.snapshot.planned, case .at(let start) = planned.plan.start else {
            return nil
        }
        return PlannedPair(
            plan: planned.plan, outgoingStart: start.seconds, incomingStart: planned.incomingStart.seconds,
            outgoingGain: planner.gain, incomingGain: planned.plan.incomingGain)
    }
}
