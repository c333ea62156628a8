/// How a fade, or the rest of one, is heard: facts of the mixer, to the sample.
public struct FadeSpan: Sendable, Hashable {
    /// Its progress where it begins: above 0 for the rest of one.
    public var progress: Double
    /// The incoming track's position there.
    public var position: MediaTime
    /// From there on until its progress is 1.
    public var duration: MediaTime

    public init(progress: Double = 0, position: MediaTime, duration: MediaTime) {
        self.progress = progress
        self.position = position
        self.duration = duration
    }
}
