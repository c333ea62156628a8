/// The tracks and transitions of a rendered file, with their positions in samples of the output.
public struct RenderReport: Sendable, Hashable {
    /// A track in the file, and its start.
    public struct Track: Sendable, Hashable {
        /// The URI of the rendered track.
        public var uri: String
        /// The title from the tags, or the name of the file: never empty.
        public var title: String
        /// The first sample of the track in the output, from 0.
        public var firstSample: Int64
        /// The loudness gain of the whole track, and its origin.
        public var gain: TrackGain

        init(_ entry: QueueEntry, firstSample: Int64, gain: TrackGain) {
            uri = entry.uri
            title = entry.displayTitle
            self.firstSample = firstSample
            self.gain = gain
        }
    }

    /// The transition from one track to the next.
    public struct Transition: Sendable, Hashable {
        /// The URI of the outgoing track.
        public var from: String
        /// The URI of the incoming track.
        public var to: String
        /// `crossfade`, `gapless` or `cut`.
        public var kind: String
        /// The first sample of the incoming track.
        public var firstSample: Int64
        /// The position in that track of its first rendered sample, in seconds; more than 0 if silence is skipped.
        public var incomingStart: Double
        /// The last sample in which both tracks are audible; for a join without a fade, the sample before
        /// `firstSample`.
        public var lastSample: Int64
        /// The time in seconds for which both tracks are audible.
        public var duration: Double
        /// The basis of the transition: the name of a `TransitionPlan.Tier`.
        public var tier: String
        /// The reason for the transition, as a sentence.
        public var reason: String
        /// The seconds of the transition during which the outgoing track's gain falls to 0; nil if the gain does not
        /// change.
        public var fadeOut: ClosedRange<Double>?
        /// The seconds of the transition during which the incoming track's gain rises from 0; nil if the gain does not
        /// change.
        public var fadeIn: ClosedRange<Double>?
        /// The beats of both tracks; nil if the facts about one of them are not known.
        public var beats: TransitionBeats?
        /// The name of the requested `FadeCurve`, which only a crossfade uses.
        public var curve: String

        init(_ record: TransitionRecord, firstSample: Int64, endSample: Int64, rate: Int32) {
            from = record.from.uri
            to = record.to.uri
            // A track that ends before its fade could begin is followed immediately.
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
    /// Every audible track in the file, in order.
    public var tracks: [Track] = []
    /// Every transition in the file, in order: one fewer than there are tracks.
    public var transitions: [Transition] = []
}
