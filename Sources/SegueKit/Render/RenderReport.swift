/// What a render has put where, in samples of the output.
public struct RenderReport: Sendable, Hashable {
    public struct Track: Sendable, Hashable {
        public var uri: String
        public var title: String
        public var firstSample: Int64

        init(_ entry: QueueEntry, firstSample: Int64) {
            uri = entry.uri
            title = entry.displayTitle
            self.firstSample = firstSample
        }
    }

    public struct Transition: Sendable, Hashable {
        public var from: String
        public var to: String
        /// `crossfade`, `gapless` or `cut`.
        public var kind: String
        /// The first sample of the incoming track.
        public var firstSample: Int64
        /// The last sample in which both sound; one before `firstSample` for a join without a fade.
        public var lastSample: Int64
        /// Seconds in which both sound.
        public var duration: Double
        public var curve: String

        init(_ record: TransitionRecord, firstSample: Int64, endSample: Int64, rate: Int32) {
            from = record.from.uri
            to = record.to.uri
            // A track that ends before its fade could begin is followed at once.
            let isJoin = record.plan.kind == .crossfade && endSample <= firstSample
            kind = (isJoin ? .gapless : record.plan.kind).rawValue
            self.firstSample = firstSample
            lastSample = max(endSample, firstSample) - 1
            duration = Double(lastSample - firstSample + 1) / Double(rate)
            curve = record.plan.curve.rawValue
        }
    }

    /// Hertz.
    public var rate: Int32 = 0
    /// Of the whole file.
    public var samples: Int64 = 0
    public var tracks: [Track] = []
    public var transitions: [Transition] = []
}
