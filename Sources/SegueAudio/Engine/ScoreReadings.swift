import EventLoop
import SegueCore

/// Readings of the outside world that the score receives with each event: values that change by themselves, in other
/// threads or over time.
struct ScoreReadings: Sendable {
    var now = MonotonicTime(nanoseconds: 0)
    /// Nil without an output.
    var output: TapeMachine.Reading?
    /// True if more can come onto the mixer's timeline.
    var isMixerOpen = false
    /// The longest block that leaves the mixer, in samples.
    var blockLength: Int64 = 1
    /// Returns the number of samples that the mixer surely delivers of a load whose end waits at this sample. Another
    /// load may yet be joined to the rest of the last block.
    func wholeBlocks(upTo sample: Int64) -> Int64 { sample / blockLength * blockLength }

    /// The current deck of each load.
    var decks: [LoadGeneration: DeckReading] = [:]
}

/// The progress of one deck.
struct DeckReading: Sendable {
    /// The length that may be missing at the end of complete media: lengths stated by files are rounded.
    static let tolerance = MediaTime(seconds: 1)

    /// The position at which the deck was requested to begin.
    var position = MediaTime.zero
    /// The position of the deck's media on the mixer's timeline.
    var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
    /// The first sample of the timeline that has not passed.
    var frontier: Int64 = 0
    /// The deck's part in a fade that is under way or over.
    var run: FadeRun?
    /// The gain before the fade, linear.
    var loudness = 1.0
    /// The length of the media, as last reported.
    var duration: MediaTime?
    /// The rate in hertz of a tape that begins with this load; nil without an output.
    var tapeRate: Int32?
    /// True if the deck is in the mixer, or was until a moment ago.
    var isInMixer = false
    /// True if the deck is on the mixer's current timeline, which waits for the deck's end.
    var isOnTimeline = false
    /// True if the deck was put on the mixer's current timeline.
    var isOnCurrentTimeline = false
    /// True if the deck replaces an earlier one of the same load.
    var isContinuation = false
    var isLive = false
    /// True if the load comes from the network.
    var isRemote = false
    /// True if the load, once reopened, can continue at its current position.
    var canGoOn = true
    /// True if all of the media has arrived.
    var isComplete = true
    /// True if it is decided what happens at the deck's end.
    var isDecided = false
    /// True if all of the load has arrived, and its end waits for a decision.
    var waitsForSuccessor = false
    /// True if more of the load comes onto the timeline.
    var isUnderWay = false
    /// True if the mixer waits for the deck.
    var isWanted = false
    /// True if nothing of a stream is in reserve.
    var isReserveEmpty = false

    /// Returns the reading of a deck that is about to replace this one.
    func reopened(at position: MediaTime) -> DeckReading {
        DeckReading(
            position: position,
            timeline: Timeline(startSample: 0, mediaStart: position, rate: timeline.rate),
            loudness: loudness, duration: duration, tapeRate: tapeRate, isContinuation: true, isLive: isLive,
            isRemote: isRemote, canGoOn: canGoOn, isComplete: !isRemote, isDecided: isDecided)
    }
}
