extension Strip {
    /// What a person holds of a strip.
    public enum Hold: Equatable, Sendable {
        case playhead
        case seam(Grip)
        /// What was held has gone: the release asks for nothing.
        case nothing
    }

    /// Whether what a person took hold of on `former` is still there, and still means the same.
    public func keeps(_ hold: Hold, from former: Strip) -> Bool {
        // In a fade, the seam is settled, and a place is one of the track that comes.
        guard former.outgoing == outgoing, former.isFading == isFading else { return false }
        return hold == .playhead || former.incoming == incoming
    }
}
