import EventLoop
import SegueCore

/// An action that the score orders the engine to carry out. The order of actions counts. An action about a load without
/// a deck does nothing.
enum EngineAction: Sendable {
    /// A time limit that the score waits for.
    enum Limit: Hashable, Sendable {
        /// A resume that waits for loads to be reopened.
        case resume
        /// A skip that waits for more of the audio that it fades out.
        case skip
        /// A stream with a low reserve that is about to be heard to its end.
        case lag
    }

    /// A load that is put onto an empty timeline, perhaps in the middle of a fade.
    struct Entry: Hashable, Sendable {
        var generation: LoadGeneration
        var run: FadeRun?
        /// The sample from which the load is silent; nil if it plays to its own end.
        var silence: Int64?
    }

    // MARK: Decks

    /// Another deck replaces the load's current one, with the same plan for what follows.
    case reopen(LoadGeneration, at: MediaTime)
    /// The load is removed; its deck is released once the mixer no longer needs it.
    case release(LoadGeneration)
    /// The load is removed, and its deck is released at once.
    case discard(LoadGeneration)
    /// The transition is set at its outgoing load. With `ifInTime`, a late transition is not set; `Score.Event.late`
    /// reports it.
    case arm(TransitionPlan, ifInTime: Bool)
    /// The load no longer follows any other load.
    case disarm(LoadGeneration)
    /// Nothing follows the load.
    case playOut(LoadGeneration)
    /// The load's deck makes its decision again.
    case reconsider(LoadGeneration)
    /// The gain before the fade, linear.
    case setLoudness(LoadGeneration, Double)
    /// The load ends where its stream has stopped.
    case end(LoadGeneration)

    // MARK: The mixer

    /// Nothing more comes onto the mixer's timeline.
    case seal
    /// The mixer restarts empty. The decks that were in it are released.
    case clear
    /// The mixer begins with these loads.
    case mix([Entry])
    /// The mixer may continue up to this sample of its timeline.
    case allow(Int64)
    /// More audio is wanted than is available.
    case askForMore

    // MARK: The output

    /// `go`, `write`, `rest` or `finish`.
    case output(TapeMachine.Action)
    /// The output receives the name of this load.
    case title(LoadGeneration)
    /// The rates may have changed.
    case reportRates

    // MARK: Time and news

    case await(Limit, for: MediaTime)
    case forget(Limit)
    case report(AudioEvent)
    /// From now on, the load's stream has this metadata.
    case describe(LoadGeneration, TrackMetadata)
    /// The change caused by a command is heard, or is on its way to the ear.
    case answered(SoundAnswer)
    /// Audio up to this position has been heard: `Score.Event.heard` follows after all other reports.
    case pass(upTo: Int64)
    /// The audio that had to fall silent is silent.
    case silent
}
