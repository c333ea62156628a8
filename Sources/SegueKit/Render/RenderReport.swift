/// What lies where in a rendered file, in samples of the output.
public struct RenderReport: Sendable, Hashable {
    /// A track of the file, and where it begins.
    public struct Track: Sendable, Hashable {
        /// The URI of what was rendered.
        public var uri: String
        /// The title from the tags, or the name of the file: never empty.
        public var title: String
        /// The first sample of the track in the output, from 0.
        public var firstSample: Int64
        /// The loudness gain that the track has all along, and where it comes from.
        public var gain: TrackGain

        init(_ entry: QueueEntry, firstSample: Int64, gain: TrackGain) {
            uri = entry.uri
            title = entry.displayTitle
            self.firstSample = firstSample
            self.gain = gain
        }
    }

    /// The place where one track gives way to the next.
    public struct Transition: Sendable, Hashable {
        /// The URI of the outgoing track.
        public var from: String
        /// The URI of the incoming track.
        public var to: String
        /// `crossfade`, `gapless` or `cut`.
        public var kind: String
        /// The first sample of the incoming track.
        public var firstSample: Int64
        /// Where in that track it lies, in seconds; more than 0 where silence is left out.
        public var incomingStart: Double
        /// The last sample in which both tracks sound; for a join without a fade, the one before `firstSample`.
        public var lastSample: Int64
        /// For how many seconds both tracks sound.
        public var duration: Double
        /// What decided about the transition: the name of a `TransitionPlan.Tier`.
        public var tier: String
        /// Why it is as it is, as a sentence.
        public var reason: String
        /// Between which seconds of the transition the outgoing track's gain goes to 0; nil where that gain is kept.
        public var fadeOut: ClosedRange<Double>?
        /// Between which seconds of the transition the incoming track's gain rises from 0; nil where that gain is kept.
        public var fadeIn: ClosedRange<Double>?
        /// The beats of both tracks; nil where the sound of one of them is not known.
        public var beats: TransitionBeats?
        /// The name of the `FadeCurve` that was asked for; heard in a crossfade only.
        public var curve: String

        init(_ record: TransitionRecord, firstSample: Int64, endSample: Int64, rate: Int32) {
            from = record.from.uri
            to = record.to.uri
            // A track that ends before its fade could begin is followed at once.
            let isJoin = record.plan.kind == .crossfade && endSample <= firstSample
            kind = (isJoin ? .gapless : record.plan.kind).rawValue
            self.firstSample = firstSample
            incomingStart = record.incomingStart.seconds
            lastSample = max(endSample, firstSample) - 1
            duration = Double(lastSample - firstSample + 1) / Double(rate)
            curve = record.plan.curve.rawValue
            tier = record.plan.tier.rawValue
            reason = record.plan.explanation.text
            beats = record.plan.beats
            let seconds = duration
            let isFade = record.plan.kind == .crossfade && !isJoin
            func span(_ range: ClosedRange<Double>?) -> ClosedRange<Double>? {
                isFade ? range.map { $0.lowerBound * seconds...$0.upperBound * seconds } : nil
            }
            fadeOut = span(record.plan.fadeOut)
            fadeIn = span(record.plan.fadeIn)
        }
    }

    /// The sample rate of the file, in hertz.
    public var rate: Int32 = 0
    /// The length of the whole file, in samples.
    public var samples: Int64 = 0
    /// Every track that is heard in the file, in order.
    public var tracks: [Track] = []
    /// Every transition in the file, in order: one fewer than there are tracks.
    public var transitions: [Transition] = []
}
