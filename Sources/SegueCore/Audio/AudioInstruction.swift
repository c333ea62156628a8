/// What the core asks of the audio engine. Plain values: the engine carries them out in order and decides nothing.
public enum AudioInstruction: Sendable, Hashable {
    /// Open `uri` and make it ready to sound at `position`, without any sound yet. Answered with `AudioEvent.loaded` or
    /// `.loadFailed`. Any number of loads can get ready; two can sound at the same time. With `silence`, the answer
    /// also tells where the sound of a file begins and ends. A server that is silent for `limit` has failed.
    case load(
        LoadGeneration, uri: String, position: MediaTime, silence: SilenceLimits? = nil,
        limit: MediaTime = MediaTime(seconds: 10))
    /// Give a load up. If it sounds, it is ramped out over `ramp`. A transition that was planned to or from this load
    /// is dropped.
    case unload(LoadGeneration, ramp: MediaTime)
    /// Start a loaded deck while no deck sounds: its gain rises from 0 to 1 over `fadeIn` along `curve`, times the
    /// loudness `gain`. With `paused`, the first sample waits for `resume`.
    case start(LoadGeneration, fadeIn: MediaTime, curve: FadeCurve, gain: Double, paused: Bool)
    /// Carry out this transition. It replaces an earlier plan for the same pair that has not begun to sound. Answered
    /// with `AudioEvent.ended` where nothing is left of the outgoing load.
    case schedule(TransitionPlan)
    /// Take back a plan for this incoming load, which stays loaded. Does nothing once the transition has begun to
    /// sound.
    case cancelSchedule(incoming: LoadGeneration)
    /// Nothing follows this load: let it play to its end.
    case playOut(LoadGeneration)
    /// Shorten the rest of the fade that is heard now to `duration`; in a pause, counted from the resume. Answered with
    /// `AudioEvent.quickFinishing`. Does nothing when no fade to this load is heard, or when one of its tracks comes
    /// from a server without parts, and can't be opened again where it is.
    case quickFinish(incoming: LoadGeneration, duration: MediaTime)
    /// Silence with a short ramp; everything stays where it is.
    case pause
    /// Let what is paused sound again, from the first sample that was not heard, with a short ramp.
    case resume
    /// Fade everything that sounds to silence. Answered with `AudioEvent.fadeOutCompleted`.
    case fadeOut(duration: MediaTime, curve: FadeCurve)
    /// Silence with a short ramp, and give up every load.
    case stop
    /// The volume of everything, linear 0…1, reached over this time, or over a short ramp where that is longer. Does
    /// not touch fades or loudness.
    case setVolume(Double, over: MediaTime = .zero)
    /// How long a skip fades out what plays. From now on, this much sound is kept ready for such a fade.
    case setSkipDuration(MediaTime)
    /// Go over to `auto`, a device name, `null`, `file:PATH` or a GStreamer sink description. Answered with
    /// `AudioEvent.outputReady` or `.outputRefused`. Until then, and after a refusal, the former output stays. Replaces
    /// an earlier request that has not been answered.
    case selectOutput(String)
    /// Open the output again that went away. Answered as `selectOutput` is.
    case reopenOutput
    /// Try the output that was asked for where another one has taken its place. Answered with `AudioEvent.outputReady`,
    /// or not at all where it is still not there. Replaces an attempt that has not been answered.
    case improveOutput
}
