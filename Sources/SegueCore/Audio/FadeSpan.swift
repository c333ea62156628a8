/// How a fade, or the rest of one, is heard: what the mixer has found out, exact to the sample.
public struct FadeSpan: Sendable, Hashable {
    /// The progress where the span begins, 0…1: above 0 for the rest of a fade.
    public var progress: Double
    /// The position of the incoming track where the span begins.
    public var position: MediaTime
    /// How long it takes from there until the progress is 1.
    public var duration: MediaTime

    /// A span from `progress` (0…1) on; by default of a whole fade.
    public init(progress: Double = 0, position: MediaTime, duration: MediaTime) {
        self.progress = progress
        self.position = position
        self.duration = duration
    }
}
