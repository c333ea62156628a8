/// A mapping between the times of the strip and pixel positions.
public struct StripScale: Equatable, Sendable {
    public var span: ClosedRange<Double>
    /// The width in pixels.
    public var width: Double

    public init(span: ClosedRange<Double>, width: Double) {
        self.span = span
        self.width = width
    }

    /// The duration of a pixel, in seconds.
    public var secondsPerPixel: Double { (span.upperBound - span.lowerBound) / max(width, 1) }

    public func place(_ time: Double) -> Double { (time - span.lowerBound) / secondsPerPixel }

    public func time(_ place: Double) -> Double { span.lowerBound + place * secondsPerPixel }

    /// The largest distance from an edge of the seam at which a person can grab the edge, in pixels.
    private static let reach = 8.0

    /// Returns the part of a seam at this pixel position. The edges of a narrow seam can be grabbed from outside rather
    /// than inside.
    public func grip(_ seam: Strip.Seam, at place: Double) -> Strip.Grip? {
        let start = self.place(seam.start)
        let end = self.place(seam.end)
        let inside = min(Self.reach, (end - start) / 4)
        if seam.duration == 0 { return abs(place - start) <= Self.reach ? .start : nil }
        if place >= start - Self.reach, place <= start + inside { return .start }
        if place >= end - inside, place <= end + Self.reach { return .end }
        return place > start && place < end ? .whole : nil
    }

    /// Returns the part of a seam that follows if `grip` is held and moved by this many pixels. The edges of a seam
    /// that is narrower than their reach look the same: the edge in the direction of the movement follows.
    public func grip(_ grip: Strip.Grip, of seam: Strip.Seam, movedBy distance: Double) -> Strip.Grip {
        guard grip != .whole, place(seam.end) - place(seam.start) < Self.reach else { return grip }
        return distance < 0 ? .start : .end
    }
}
