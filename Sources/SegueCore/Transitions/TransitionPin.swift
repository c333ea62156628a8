/// A transition as a person has set it, between two tracks or from one track to whatever follows it, kept by the
/// content of the files.
public struct TransitionPin: Sendable, Hashable {
    /// The files that the transition leads from and to.
    public struct Pair: Sendable, Hashable {
        /// The content of the file that ends.
        public var outgoing: ContentIdentity
        /// The content of the file that begins; nil for any file.
        public var incoming: ContentIdentity?

        /// The way from one file to another, or to any.
        public init(from outgoing: ContentIdentity, to incoming: ContentIdentity?) {
            self.outgoing = outgoing
            self.incoming = incoming
        }

        /// Names the pair among others.
        public var id: String { "\(outgoing.text)/\(incoming?.text ?? "")" }

        /// The way from this file to any.
        var toAny: Pair { Pair(from: outgoing, to: nil) }
    }

    /// Where the tracks meet, and how long both sound.
    public struct Shape: Sendable, Hashable {
        /// Where in the outgoing track the incoming one begins; nil for a transition that ends with the track.
        public var start: MediaTime?
        /// How long both sound, 0…30 s; with 0, one follows the other.
        public var duration: MediaTime
        /// The shape of the gains; nil for the configured one.
        public var curve: FadeCurve?

        /// The longest duration.
        public static let longest = MediaTime(seconds: 30)

        /// A shape of these parts. `Command.pin` checks their ranges.
        public init(start: MediaTime?, duration: MediaTime, curve: FadeCurve?) {
            self.start = start
            self.duration = duration
            self.curve = curve
        }
    }

    /// The files.
    public var pair: Pair
    /// What a person has set.
    public var shape: Shape
    /// The names of the tracks when they were pinned, for lists.
    public var outgoingName: String
    /// The name of the track that begins; empty for any track.
    public var incomingName: String

    /// A pin of these parts.
    public init(pair: Pair, shape: Shape, outgoingName: String, incomingName: String) {
        self.pair = pair
        self.shape = shape
        self.outgoingName = outgoingName
        self.incomingName = incomingName
    }
}

/// The transitions that a person has set, the one set last in front.
public struct TransitionPins: Sendable, Equatable {
    /// How many are kept; the oldest make room.
    public static let limit = 1000

    /// All of them.
    public private(set) var all: [TransitionPin]

    /// What was kept on disk, the pin set last in front.
    public init(_ pins: [TransitionPin] = []) {
        all = Array(pins.prefix(Self.limit))
    }

    /// The pin for just these files; nil without one.
    subscript(pair: TransitionPin.Pair) -> TransitionPin? { all.first { $0.pair == pair } }

    /// What is set for the way from one file to another: for these two, or else from the first one to any file.
    func deciding(about pair: TransitionPin.Pair) -> TransitionPin? { self[pair] ?? self[pair.toAny] }

    /// Sets a pin in the place of the one for the same files.
    mutating func set(_ pin: TransitionPin) {
        all.removeAll { $0.pair == pin.pair }
        all.insert(pin, at: 0)
        all.removeLast(max(0, all.count - Self.limit))
    }

    /// Takes a pin away. Returns whether there was one.
    mutating func remove(_ pair: TransitionPin.Pair) -> Bool {
        let count = all.count
        all.removeAll { $0.pair == pair }
        return all.count < count
    }
}
