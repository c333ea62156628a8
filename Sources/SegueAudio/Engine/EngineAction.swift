import EventLoop
import SegueCore

/// What the engine is to do, in this order, because the score says so. An action about a load that has no deck does
/// nothing.
enum EngineAction: Sendable {
    /// A time limit that the score waits for.
    enum Limit: Hashable, Sendable {
        /// A resume that waits for loads to be opened again.
        case resume
        /// A skip that waits for more of the sound that it fades out.
        case skip
        /// A stream with a low reserve that is soon heard to its end.
        case lag
    }

    /// A load that is put onto an empty timeline, perhaps in the middle of a fade.
    struct Entry: Hashable, Sendable {
        var generation: LoadGeneration
        var run: FadeRun?
        /// The load is silent from this sample on; nil when it goes on to its own end.
        var silence: Int64?
    }

    // MARK: Decks

    /// Another deck takes the place of the load's present one, with what was planned behind it.
    case reopen(LoadGeneration, at: MediaTime)
    /// The load is given up; its deck goes on as long as the mixer needs it.
    case release(LoadGeneration)
    /// The load is given up, and its deck at once.
    case discard(LoadGeneration)
    /// The transition follows its outgoing load. With `ifInTime`, a transition that is late is not set, and
    /// `Score.Event.late` tells so.
    case arm(TransitionPlan, ifInTime: Bool)
    /// The load follows no other load any more.
    case disarm(LoadGeneration)
    /// Nothing follows the load.
    case playOut(LoadGeneration)
    /// The load's deck decides again.
    case reconsider(LoadGeneration)
    /// The gain in front of the fade, linear.
    case setLoudness(LoadGeneration, Double)
    /// The load ends where its decoder stopped.
    case end(LoadGeneration)

    // MARK: The mixer

    /// Nothing more comes onto the mixer's timeline.
    case seal
    /// The mixer begins anew, with nothing on it. The decks that were in it are given up.
    case clear
    /// The mixer begins with these loads.
    case mix([Entry])
    /// The mixer may go on up to this sample of its timeline.
    case allow(Int64)
    /// More of the sound is wanted than there is.
    case askForMore

    // MARK: The output

    /// `go`, `write`, `rest` or `finish`.
    case output(TapeMachine.Action)
    /// The output is told the name of this load.
    case title(LoadGeneration)
    /// The rates may be others than before.
    case reportRates

    // MARK: Time and news

    case await(Limit, for: MediaTime)
    case forget(Limit)
    case report(AudioEvent)
    /// The load's stream describes itself like this from now on.
    case describe(LoadGeneration, TrackMetadata)
    /// The change that a command has led to is heard, or is on its way to the ear.
    case answered(SoundAnswer)
    /// More has been heard up to this place: `Score.Event.heard` follows once all else has been told.
    case pass(upTo: Int64)
    /// All that was to fall silent is silent.
    case silent
}
