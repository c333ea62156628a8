/// The beats of both tracks of a transition, as far as they are known (design.md, Transitions that listen).
public struct TransitionBeats: Sendable, Hashable {
    /// The relation between the beats of both tracks. The raw value is the one on the bus.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// Beats fall on beats.
        case beat
        /// Half beats fall on half beats.
        case pulse
        /// The tempi are equal, or an octave apart, but the beats do not coincide. The tracks are not loud together for
        /// long enough, or the level would suffer.
        case free
        /// The ratio of the tempi is 2 to 3, or 3 to 4.
        case related
        /// The tempi differ otherwise.
        case apart
        /// The beats of at least one track are unknown.
        case unknown
    }

    /// The beats of the last 60 s of the outgoing track; nil if unknown.
    public var outgoing: BeatGrid?
    /// The beats of the first 60 s of the incoming track; nil if unknown.
    public var incoming: BeatGrid?
    /// The relation between both grids.
    public var alignment: Alignment

    /// Creates the beats of two tracks with this alignment.
    public init(outgoing: BeatGrid?, incoming: BeatGrid?, alignment: Alignment) {
        self.outgoing = outgoing
        self.incoming = incoming
        self.alignment = alignment
    }

    /// Notes whether the beats coincide if the incoming track plays from `incomingStart` on at `start` of the other,
    /// for `duration`; all in seconds.
    mutating func place(at start: Double, from incomingStart: Double, for duration: Double) {
        guard let outgoing, var coming = incoming else { return }
        coming.phase += start - incomingStart
        let match = BeatMatch(leaving: outgoing, coming: coming)
        if match.coincides(in: start...start + duration) { alignment = match.isCertain ? .beat : .pulse }
    }

    /// Creates the beats of two tracks before a transition between them is planned.
    init(from last: TrackFacts, to first: TrackFacts) {
        let (outgoing, incoming) = (last.measurement.rhythm?.tail.grid, first.measurement.rhythm?.head.grid)
        var alignment = Alignment.unknown
        if let outgoing, let incoming {
            switch BeatMatch(leaving: outgoing, coming: incoming).relation {
            case .same: alignment = .free
            case .related: alignment = .related
            case .apart: alignment = .apart
            }
        }
        self.init(outgoing: outgoing, incoming: incoming, alignment: alignment)
    }
}
