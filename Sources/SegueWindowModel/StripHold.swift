extension Strip {
    /// The part of a strip that a person holds.
    public enum Hold: Equatable, Sendable {
        case playhead
        case seam(Grip)
        /// The held part has disappeared: releasing it has no effect.
        case nothing
    }

    /// Returns true if the part held on `former` still exists on this strip and has the same meaning.
    public func keeps(_ hold: Hold, from former: Strip) -> Bool {
        // During a fade, the seam is fixed, and a position is one of the incoming track.
        guard former.outgoing == outgoing, former.isFading == isFading else { return false }
        return hold == .playhead || former.incoming == incoming
    }
}
