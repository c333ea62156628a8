/// A transition that the user has set, between two tracks or from one track to any successor, identified by the content
/// of the files.
public struct TransitionPin: Sendable, Hashable {
    /// The files of the transition.
    public struct Pair: Sendable, Hashable {
        /// The content of the outgoing file.
        public var outgoing: ContentIdentity
        /// The content of the incoming file; nil for any file.
        public var incoming: ContentIdentity?

        /// Creates a pair of one file and another, or any other.
        public init(from outgoing: ContentIdentity, to incoming: ContentIdentity?) {
            self.outgoing = outgoing
            self.incoming = incoming
        }

        /// The identifier of the pair.
        public var id: String { "\(outgoing.text)/\(incoming?.text ?? "")" }

        /// The pair of the outgoing file and any other.
        var toAny: Pair { Pair(from: outgoing, to: nil) }
    }

    /// The meeting point of the tracks, and the duration of their overlap.
    public struct Shape: Sendable, Hashable {
        /// The position in the outgoing track at which the incoming one begins; nil for a transition that ends with the
        /// track.
        public var start: MediaTime?
        /// The time for which both play, 0…30 s; with 0, one follows the other.
        public var duration: MediaTime
        /// The shape of the gains; nil for the configured one.
        public var curve: FadeCurve?

        /// The longest duration.
        public static let longest = MediaTime(seconds: 30)

        /// Creates a shape of these parts. `Command.pin` checks their ranges.
        public init(start: MediaTime?, duration: MediaTime, curve: FadeCurve?) {
            self.start = start
            self.duration = duration
            self.curve = curve
        }
    }

    /// The files.
    public var pair: Pair
    /// The shape that the user has set.
    public var shape: Shape
    /// The name of the outgoing track when it was pinned, for lists.
    public var outgoingName: String
    /// The name of the incoming track; empty for any track.
    public var incomingName: String

    /// Creates a pin of these parts.
    public init(pair: Pair, shape: Shape, outgoingName: String, incomingName: String) {
        self.pair = pair
        self.shape = shape
        self.outgoingName = outgoingName
        self.incomingName = incomingName
    }
}

/// The transitions that the user has set, the most recent first.
public struct TransitionPins: Sendable, Equatable {
    /// The maximum number of pins; beyond it, the oldest are dropped.
    public static let limit = 1000

    /// The pins, the most recent first.
    public private(set) var all: [TransitionPin]

    /// Creates the pins from saved ones, the most recent first.
    public init(_ pins: [TransitionPin] = []) {
        all = Array(pins.prefix(Self.limit))
    }

    /// The pin for exactly these files; nil without one.
    subscript(pair: TransitionPin.Pair) -> TransitionPin? { all.first { $0.pair == pair } }

    /// Returns the pin that applies to a transition: that of the pair, or else that of the outgoing file and any other.
    func deciding(about pair: TransitionPin.Pair) -> TransitionPin? { self[pair] ?? self[pair.toAny] }

    /// Sets a pin, which replaces the pin of the same files.
    mutating func set(_ pin: TransitionPin) {
        all.removeAll { $0.pair == pin.pair }
        all.insert(pin, at: 0)
        all.removeLast(max(0, all.count - Self.limit))
    }

    /// Removes a pin. Returns true if there was one.
    mutating func remove(_ pair: TransitionPin.Pair) -> Bool {
        let count = all.count
        all.removeAll { $0.pair == pair }
        return all.count < count
    }
}
