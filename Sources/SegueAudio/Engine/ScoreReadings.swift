import EventLoop
import SegueCore

/// What the score is told of the world beside each event: values that change by themselves, in other threads or in
/// time.
struct ScoreReadings: Sendable {
    var now = MonotonicTime(nanoseconds: 0)
    /// Nil without an output.
    var output: TapeMachine.Reading?
    /// Something more can come onto the mixer's timeline.
    var isMixerOpen = false
    /// The longest block that leaves the mixer, in samples.
    var blockLength: Int64 = 1
    /// How much of a load whose end waits at this sample the mixer surely gives: the rest of the last block may yet be
    /// joined by another load.
    func wholeBlocks(upTo sample: Int64) -> Int64 { sample / blockLength * blockLength }

    /// The present deck of each load.
    var decks: [LoadGeneration: DeckReading] = [:]
}

/// How far one deck is.
struct DeckReading: Sendable {
    /// The position at which the deck was asked to begin.
    var position = MediaTime.zero
    /// Where the deck's media lies on the mixer's timeline.
    var timeline = Timeline(startSample: 0, mediaStart: .zero, rate: 1)
    /// The first sample of the timeline that has not passed.
    var frontier: Int64 = 0
    /// The deck's part in a fade that is under way or over.
    var run: FadeRun?
    /// The gain in front of the fade, linear.
    var loudness = 1.0
    /// The length of the media, as it was reported last.
    var duration: MediaTime?
    /// Hertz of a tape that begins with this load; nil without an output.
    var tapeRate: Int32?
    /// The deck is in the mixer, or was until a moment ago.
    var isInMixer = false
    /// The deck is on the timeline that the mixer has now, which waits for the deck's end.
    var isOnTimeline = false
    /// The deck was put on the timeline that the mixer has now.
    var isOnCurrentTimeline = false
    /// The deck takes the place of an earlier one of the same load.
    var isContinuation = false
    var isLive = false
    /// The load comes from the network.
    var isRemote = false
    /// The load, opened again, goes on where it is now.
    var canGoOn = true
    /// All of the media has come.
    var isComplete = true
    /// It is known what happens at the deck's end.
    var isDecided = false
    /// All of the load has come, and its end waits for a decision.
    var waitsForSuccessor = false
    /// More of the load comes onto the timeline.
    var isUnderWay = false
    /// The mixer waits for the deck.
    var isWanted = false
    /// Nothing of a stream is in reserve.
    var isReserveEmpty = false

    /// The reading of a deck that is about to take this one's place.
    func reopened(at position: MediaTime) -> DeckReading {
        DeckReading(
            position: position,
            timeline: Timeline(startSample: 0, mediaStart: position, rate: timeline.rate),
            loudness: loudness, duration: duration, tapeRate: tapeRate, isContinuation: true, isLive: isLive,
            isRemote: isRemote, canGoOn: canGoOn, isComplete: !isRemote, isDecided: isDecided)
    }
}
