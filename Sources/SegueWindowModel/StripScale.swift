/// Maps the times of the strip to places on the screen.
public struct StripScale: Equatable, Sendable {
    public var span: ClosedRange<Double>
    /// In pixels.
    public var width: Double

    public init(span: ClosedRange<Double>, width: Double) {
        self.span = span
        self.width = width
    }

    /// How long a pixel is, in seconds.
    public var secondsPerPixel: Double { (span.upperBound - span.lowerBound) / max(width, 1) }

    public func place(_ time: Double) -> Double { (time - span.lowerBound) / secondsPerPixel }

    public func time(_ place: Double) -> Double { span.lowerBound + place * secondsPerPixel }

    /// How near to an edge of the seam a person has to be to hold it, in pixels.
    private static let reach = 8.0

    /// What of a seam is at this place. The edges reach outside rather than inside where the seam is narrow.
    public func grip(_ seam: Strip.Seam, at place: Double) -> Strip.Grip? {
        let start = self.place(seam.start)
        let end = self.place(seam.end)
        let inside = min(Self.reach, (end - start) / 4)
        if seam.duration == 0 { return abs(place - start) <= Self.reach ? .start : nil }
        if place >= start - Self.reach, place <= start + inside { return .start }
        if place >= end - inside, place <= end + Self.reach { return .end }
        return place > start && place < end ? .whole : nil
    }
}
