/// What the core asks of the audio engine. Plain values: the engine carries them out in order and decides nothing.
public enum AudioInstruction: Sendable, Hashable {
    /// Open `uri` on `node` and make it ready to sound at `position` without a sound yet. Answers with
    /// `AudioEvent.loaded` or `.loadFailed`. The node's former load, if any, must have been unloaded before. With
    /// `silence` the answer tells where a file's sound begins and ends.
    case load(
        LoadGeneration, node: PlayerNode, uri: String, position: MediaTime, silence: SilenceLimits? = nil)
    /// Give a load up. One that sounds is ramped out over `ramp`; a transition that it was planned for is dropped.
    case unload(LoadGeneration, ramp: MediaTime)
    /// Start a loaded deck while no deck sounds: gain from 0 to 1 over `fadeIn` along `curve`, at loudness `gain`.
    /// With `paused` the first sample waits for `resume`.
    case start(LoadGeneration, fadeIn: MediaTime, curve: FadeCurve, gain: Double, paused: Bool)
    /// Carry out this transition. Replaces an earlier plan for the same pair that has not begun to sound. Answers with
    /// `AudioEvent.ended` where nothing is left of the outgoing load.
    case schedule(TransitionPlan)
    /// Take back a plan for this incoming load that has not begun to sound; it stays loaded. Late: does nothing.
    case cancelSchedule(incoming: LoadGeneration)
    /// Nothing follows this load: let it play to its end.
    case playOut(LoadGeneration)
    /// Complete the fade that is heard now so that it ends `duration` from here (also while paused: after the resume).
    /// Answers with `AudioEvent.fadeCompressed`; does nothing when no fade to this load is heard.
    case compressFade(incoming: LoadGeneration, duration: MediaTime)
    /// Silence with a short ramp; everything stays where it is.
    case pause
    case resume
    /// Fade everything that sounds to silence; answers with `AudioEvent.fadeOutCompleted`.
    case fadeOut(duration: MediaTime, curve: FadeCurve)
    /// Silence with a short ramp, and give up every load.
    case stop
    /// The person's volume, linear 0…1, reached over a short ramp. Does not touch fades or loudness.
    case setVolume(Double)
    /// How long a skip fades out what plays: so much of it is kept ready from now on.
    case setSkipDuration(MediaTime)
    /// `auto`, a device name, `null`, `file:PATH` or a GStreamer sink description. Answers with
    /// `AudioEvent.outputReady` or `.outputRefused`; until then, and after a refusal, the former output stays. Replaces
    /// an earlier request for an output that has not been answered.
    case selectOutput(String)
    /// Open the output that went away again. Answers as `selectOutput` does.
    case reopenOutput
    /// Open the output that was asked for, in the place of the one that took its place. Answers with
    /// `AudioEvent.outputReady`, or not at all where it is still not there. Gives up an attempt that has not been
    /// answered.
    case improveOutput
}
