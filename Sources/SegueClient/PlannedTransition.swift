public import SDBus
public import SegueCore
import SegueMPRIS

/// The transition at the end of the track, as the player reports it (`Transitions1`).
public struct PlannedTransition: Equatable, Sendable {
    /// The deciding criterion: `ramped`, `joined` and others.
    public var tier: String
    /// The reason, as a sentence.
    public var reason: String
    /// The sentences of `reason` and `choice`; none if one of them is unknown here.
    public var sentences: [Sentence]
    /// The reason for which smooth shuffle chose the incoming track, as a sentence; empty if it did not.
    public var choice: String
    /// The path of the outgoing track.
    public var outgoing: String
    /// The path of the incoming track.
    public var incoming: String
    /// The position in the outgoing track at which the incoming one begins; nil for its end.
    public var start: MediaTime?
    /// The position at which the incoming track begins.
    public var incomingStart: MediaTime
    public var duration: MediaTime
    /// The gain of each track, 0…1, at even steps of the duration; empty if the tracks do not play together.
    public var outgoingGains: [Double]
    public var incomingGains: [Double]
    /// The tempo of each track in the transition, in beats per minute; nil if unknown.
    public var outgoingTempo: Double?
    public var incomingTempo: Double?
    /// The name of a `TransitionBeats.Alignment`; nil if a track is not analysed.
    public var alignment: String?
    public var beats: BeatsNearSeam

    /// Creates a transition from the properties; nil while none is planned.
    public init?(_ properties: [String: BusValue]) {
        tier = properties["Tier"]?.asString ?? ""
        guard !tier.isEmpty else { return nil }
        reason = properties["Reason"]?.asString ?? ""
        choice = properties["Choice"]?.asString ?? ""
        sentences = properties["Explanation"]?.asSentences ?? []
        outgoing = properties["OutgoingTrack"]?.asObjectPath ?? TrackPath.none
        incoming = properties["IncomingTrack"]?.asObjectPath ?? TrackPath.none
        start = properties["Start"]?.asTime
        incomingStart = properties["IncomingStart"]?.asTime ?? .zero
        duration = properties["Duration"]?.asTime ?? .zero
        outgoingGains = properties["OutgoingGains"]?.asGains ?? []
        incomingGains = properties["IncomingGains"]?.asGains ?? []
        outgoingTempo = Self.tempo(properties["OutgoingTempo"])
        incomingTempo = Self.tempo(properties["IncomingTempo"])
        alignment = properties["Alignment"]?.asString.flatMap { $0.isEmpty ? nil : $0 }
        beats = BeatsNearSeam(
            outgoing: Self.times(properties["OutgoingBeats"]), incoming: Self.times(properties["IncomingBeats"]))
    }

    private static func tempo(_ value: BusValue?) -> Double? {
        value?.asDouble.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    private static func times(_ value: BusValue?) -> [Double] {
        value?.asArray?.compactMap { $0.asTime?.seconds } ?? []
    }
}
