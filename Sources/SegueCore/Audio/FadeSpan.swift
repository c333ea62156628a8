/// The audible course of a fade, or of the rest of a fade, as the mixer determined it, exact to the sample.
public struct FadeSpan: Sendable, Hashable {
    /// The progress at the start of the span, 0…1. A progress above 0 denotes the rest of a fade.
    public var progress: Double
    /// The position of the incoming track at the start of the span.
    public var position: MediaTime
    /// The time from the start of the span until the progress is 1.
    public var duration: MediaTime

    /// Creates a span that begins at `progress` (0…1); by default a whole fade.
    public init(progress: Double = 0, position: MediaTime, duration: MediaTime) {
        self.progress = progress
        self.position = position
        self.duration = duration
    }
}
